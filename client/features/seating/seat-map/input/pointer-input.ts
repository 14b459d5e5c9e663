import type { Point } from '#client/features/seating/box.ts'
import type { Pointer } from './hit-test.ts'

type Handlers = {
  readonly onTap: (pointer: Pointer) => void
  /** Called when a mouse moves without a pressed button. */
  readonly onMove: (pointer: Pointer) => void
  readonly onLeave: () => void
  /** Called when a second finger touches the map. */
  readonly onPinch: () => void
}

/** Listens to pointer events on the map. */
export class PointerInput {
  readonly #listening = new AbortController()
  #type = 'mouse'

  constructor(canvas: HTMLElement, { onTap, onMove, onLeave, onPinch }: Handlers) {
    const { signal } = this.#listening
    const pointerOf = ({ offsetX, offsetY }: MouseEvent) => this.at({ x: offsetX, y: offsetY })
    canvas.addEventListener('pointerdown', ({ pointerType }) => (this.#type = pointerType), { signal })
    canvas.addEventListener('click', (event) => onTap(pointerOf(event)), { signal })
    canvas.addEventListener('touchstart', ({ touches }) => touches.length === 2 && onPinch(), {
      passive: true,
      signal,
    })
    canvas.addEventListener('pointerleave', onLeave, { signal })
    canvas.addEventListener(
      'pointermove',
      (event) => {
        this.#type = event.pointerType
        if (event.pointerType === 'mouse' && event.buttons === 0) onMove(pointerOf(event))
      },
      { signal },
    )
  }

  /** Returns a pointer of the last used type at a point of the map. */
  at(point: Point): Pointer {
    return { at: point, type: this.#type }
  }

  close(): void {
    this.#listening.abort()
  }
}

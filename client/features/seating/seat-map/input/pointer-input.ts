import type { Point } from '#client/features/seating/box.ts'
import type { Pointer } from './pointing.ts'

type Heard = {
  readonly onTap: (pointer: Pointer) => void
  /** A mouse moves, and no button is pressed. */
  readonly onMove: (pointer: Pointer) => void
  readonly onLeave: () => void
}

/** Hears the pointer over the map. */
export class PointerInput {
  readonly #listening = new AbortController()
  #type = 'mouse'

  constructor(canvas: HTMLElement, { onTap, onMove, onLeave }: Heard) {
    const { signal } = this.#listening
    const pointerOf = ({ offsetX, offsetY }: MouseEvent) => this.at({ x: offsetX, y: offsetY })
    canvas.addEventListener('pointerdown', ({ pointerType }) => (this.#type = pointerType), { signal })
    canvas.addEventListener('click', (event) => onTap(pointerOf(event)), { signal })
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

  /** What was used last, at this point of the map. */
  at(point: Point): Pointer {
    return { at: point, type: this.#type }
  }

  close(): void {
    this.#listening.abort()
  }
}

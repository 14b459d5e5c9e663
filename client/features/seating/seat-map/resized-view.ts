import type { Point } from '../box.ts'
import { SETTLED_AFTER_MS } from '../use-just-shown.ts'
import { mapPoint, middleOf, planPoint, viewAround, type Size, type View } from './view.ts'

/** A view on a map of this size, with the point around which a smaller plan is centred. */
export type SizedView = { readonly view: View; readonly size: Size; readonly middle: Point }

/** The distance of a place from the edge of the map, in css pixels, from which it can be seen and tapped. */
const CLEARANCE = 22

/**
 * Returns a view for a map that has another size. If something beside or below the map has taken a part of it, the plan
 * keeps its place on the screen, where fingers expect it. If both sides have changed, the middle of the map keeps
 * showing the same point.
 */
export function viewAfterResize(old: SizedView, size: Size): Omit<SizedView, 'size'> {
  const { view, middle } = old
  if (size.width !== old.size.width && size.height !== old.size.height) {
    return { view: viewAround(planPoint(view, middleOf(old.size)), view.k, size), middle: middleOf(size) }
  }
  return { view, middle }
}

/**
 * Returns the view that shows the places again which are covered by what has taken a part of the map, moved no farther
 * than needed. Undefined if none is covered. `before`: the size of the map with this part.
 */
export function viewOfCovered(
  places: readonly Point[],
  view: View,
  { size, before }: { size: Size; before: Size },
): View | undefined {
  const visible = places.map((place) => mapPoint(view, place)).filter((at) => isWithin(at, before))
  const dx = Math.min(0, ...visible.map(({ x }) => shiftInto(x, size.width)))
  const dy = Math.min(0, ...visible.map(({ y }) => shiftInto(y, size.height)))
  return dx === 0 && dy === 0 ? undefined : { ...view, x: view.x + dx, y: view.y + dy }
}

/**
 * Waits, after something has taken a part of the map, until no quick taps follow that are meant for the places under
 * the finger. `onSettled` gets the size of the map with this part.
 */
export class PartTaken {
  readonly #onSettled: (before: Size) => void
  #before: Size | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(onSettled: (before: Size) => void) {
    this.#onSettled = onSettled
  }

  /** Begins to wait if only a part of the map was taken. `before`: the size of the map until now. */
  resized(before: Size, { width, height }: Size): void {
    const isPartTaken =
      width === before.width ? height < before.height : height === before.height && width < before.width
    if (isPartTaken) this.#before ??= before
    this.postpone()
  }

  /** Waits as long again. Called after each choice. */
  postpone(): void {
    clearTimeout(this.#timer)
    const before = this.#before
    if (!before) return
    this.#timer = setTimeout(() => {
      this.#before = undefined
      this.#onSettled(before)
    }, SETTLED_AFTER_MS)
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}

function isWithin({ x, y }: Point, { width, height }: Size): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height
}

/** Returns the shift that takes a position back from beyond the end of a length, or from the clearance before it. */
function shiftInto(position: number, length: number): number {
  return Math.min(0, Math.max(CLEARANCE, length - CLEARANCE) - position)
}

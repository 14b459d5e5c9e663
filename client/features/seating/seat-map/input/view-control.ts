import type { Point } from '#client/features/seating/box.ts'
import { middleOf, planPoint, viewBetween, viewOfPoint, viewWithin, type Limits, type View } from '../view.ts'
import { Gestures } from './gestures.ts'

const FLIGHT_MS = 380

/** Holds the view of the plan within limits. Gestures and flights change it. */
export class ViewControl {
  readonly #canvas: HTMLCanvasElement
  readonly #onChange: (view: View) => void
  readonly #gestures: Gestures
  #flight = 0
  #view: View = { k: 1, x: 0, y: 0 }
  #limits: Limits = {
    size: { width: 0, height: 0 },
    plan: { x: 0, y: 0, width: 0, height: 0 },
    nearest: Infinity,
    farthest: 1,
    margin: 0,
    middle: { x: 0, y: 0 },
  }

  constructor(canvas: HTMLCanvasElement, onChange: (view: View) => void, onDoubleTap: (at: Point) => void) {
    this.#canvas = canvas
    this.#onChange = onChange
    this.#gestures = new Gestures(canvas, this, onDoubleTap)
  }

  /** The current view. */
  get view(): View {
    return this.#view
  }

  /** Whether the whole plan is visible. */
  get isFarthest(): boolean {
    return this.#view.k <= this.#limits.farthest * 1.001
  }

  /** Whether the view is at the highest scale. */
  get isNearest(): boolean {
    return this.#view.k >= this.#limits.nearest * 0.999
  }

  /** The point of the map around which a smaller plan is centred. */
  get middle(): Point {
    return this.#limits.middle
  }

  /** Whether a gesture holds the map. */
  get isHeld(): boolean {
    return this.#gestures.isActive
  }

  get isFlying(): boolean {
    return this.#flight !== 0
  }

  /** Shows a view of a map of another size or position on the page, or what two fingers hold on it. */
  resize(limits: Limits, view: View): void {
    this.#limits = limits
    this.#land()
    this.#show(this.#allowed(view))
    this.#gestures.mapMoved()
  }

  /** Centres a smaller plan in the middle of the map from the next view on. */
  centre(): void {
    this.#limits = { ...this.#limits, middle: middleOf(this.#limits.size) }
  }

  /** Returns the nearest scale that the limits allow. */
  clamped(k: number): number {
    return Math.min(this.#limits.nearest, Math.max(this.#limits.farthest, k))
  }

  /** Shows a view immediately, or the nearest one that the limits allow. */
  jumpTo(view: View): void {
    this.#land()
    this.#moveTo(this.#allowed(view))
  }

  /** Animates the way to a view. Jumps if the user prefers reduced motion. */
  flyTo(view: View): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return this.jumpTo(view)
    this.#land()
    const [from, to] = [this.#view, this.#allowed(view)]
    const start = performance.now()
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, now - start) / FLIGHT_MS)
      this.#flight = share < 1 ? requestAnimationFrame(step) : 0
      this.#moveTo(viewBetween(from, to, eased(share)))
    }
    this.#flight = requestAnimationFrame(step)
  }

  /** Zooms in (above 1) or out (below 1) around a point of the map. */
  zoomAround(at: Point, factor: number): void {
    this.flyTo(viewOfPoint(planPoint(this.#view, at), at, this.clamped(this.#view.k * factor)))
  }

  /** Shows a point of the plan at a point of the map at this scale, within the limits. Ends a flight. */
  steer(k: number, { plan, at }: { readonly plan: Point; readonly at: Point }): void {
    this.#land()
    this.#show(viewWithin(this.#limits, viewOfPoint(plan, at, this.clamped(k))))
  }

  close(): void {
    this.#land()
    this.#gestures.close()
  }

  #land(): void {
    cancelAnimationFrame(this.#flight)
    this.#flight = 0
  }

  /** Shows a view that does not come from a gesture. */
  #moveTo(view: View): void {
    this.#show(view)
    this.#gestures.regrip()
  }

  #show(view: View): void {
    this.#view = view
    // One finger scrolls the page while the whole plan is visible, and pans the plan when it is larger than the map.
    this.#canvas.style.touchAction = this.isFarthest ? 'pan-y' : 'none'
    this.#onChange(view)
  }

  /** Returns the nearest allowed view: limits the scale around the middle of the map first, then the position. */
  #allowed(view: View): View {
    const middle = middleOf(this.#limits.size)
    return viewWithin(this.#limits, viewOfPoint(planPoint(view, middle), middle, this.clamped(view.k)))
  }
}

function eased(share: number): number {
  return share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2
}

import { select } from 'd3-selection'
import { zoom, zoomIdentity, zoomTransform, type D3ZoomEvent } from 'd3-zoom'
import type { Box, Point } from '#client/features/seating/box.ts'
import { planPoint, viewAround, viewBetween, type Size, type View } from '../view.ts'

export type Limits = {
  readonly size: Size
  readonly plan: Box
  readonly nearest: number
  readonly farthest: number
  /** The plan can be moved so many plan units beyond the edge of the map. */
  readonly margin: number
}

const FLIGHT_MS = 380

/** Turns wheel, drag, pinch and double tap into a view of the plan, within limits. */
export class ViewControl {
  readonly #canvas: HTMLCanvasElement
  readonly #behaviour = zoom<HTMLCanvasElement, unknown>()
  #flight = 0
  #size: Size = { width: 0, height: 0 }

  constructor(canvas: HTMLCanvasElement, onChange: (view: View) => void, onDoubleTap: (at: Point) => void) {
    this.#canvas = canvas
    this.#behaviour
      .filter((event: MouseEvent | TouchEvent) => this.#isOurs(event))
      .clickDistance(5)
      .on('zoom', ({ transform, sourceEvent }: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
        if (sourceEvent) this.#land()
        this.#leaveScrollingToThePage()
        onChange({ k: transform.k, x: transform.x, y: transform.y })
      })
    select(canvas)
      .call(this.#behaviour)
      .on('dblclick.zoom', (event: MouseEvent | TouchEvent) => onDoubleTap(placeOf(event, canvas)))
  }

  /** Where the view is now. */
  get view(): View {
    const { k, x, y } = zoomTransform(this.#canvas)
    return { k, x, y }
  }

  /** Whether the whole plan is seen. */
  get isFarthest(): boolean {
    return this.view.k <= this.#behaviour.scaleExtent()[0] * 1.001
  }

  /** Whether there is no coming closer. */
  get isNearest(): boolean {
    return this.view.k >= this.#behaviour.scaleExtent()[1] * 0.999
  }

  /** Sets how large the map is, and how far one can go on it. */
  limit({ size, plan, nearest, farthest, margin }: Limits): void {
    this.#size = size
    this.#behaviour
      .extent([
        [0, 0],
        [size.width, size.height],
      ])
      .scaleExtent([farthest, nearest])
      .translateExtent([
        [plan.x - margin, plan.y - margin],
        [plan.x + plan.width + margin, plan.y + plan.height + margin],
      ])
  }

  /** Shows a view at once, as near to it as the limits allow. */
  jumpTo(view: View): void {
    this.#land()
    this.#show(this.#within(view))
  }

  /** Moves to a view so that the eye can follow, or jumps for those who want less motion. */
  flyTo(view: View): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return this.jumpTo(view)
    this.#land()
    const [from, to] = [this.view, this.#within(view)]
    const start = performance.now()
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, now - start) / FLIGHT_MS)
      this.#flight = share < 1 ? requestAnimationFrame(step) : 0
      this.#show(viewBetween(from, to, eased(share)))
    }
    this.#flight = requestAnimationFrame(step)
  }

  /** Comes closer (above 1) or goes farther away (below 1), around a point of the map. */
  zoomAround(at: Point, factor: number): void {
    const { view } = this
    const k = this.#clamped(view.k * factor)
    const { x, y } = planPoint(view, at)
    this.flyTo({ k, x: at.x - x * k, y: at.y - y * k })
  }

  get isFlying(): boolean {
    return this.#flight !== 0
  }

  close(): void {
    this.#land()
    select(this.#canvas).on('.zoom', null)
  }

  #land(): void {
    cancelAnimationFrame(this.#flight)
    this.#flight = 0
  }

  #show({ k, x, y }: View): void {
    select(this.#canvas).call(this.#behaviour.transform, zoomIdentity.translate(x, y).scale(k))
  }

  /** The view itself or the nearest one allowed: first its scale, around its middle, then its place. */
  #within(view: View): View {
    const k = this.#clamped(view.k)
    const { width, height } = this.#size
    const around = viewAround(planPoint(view, { x: width / 2, y: height / 2 }), k, this.#size)
    const wanted = zoomIdentity.translate(around.x, around.y).scale(k)
    const map: [[number, number], [number, number]] = [
      [0, 0],
      [width, height],
    ]
    const { x, y } = this.#behaviour.constrain()(wanted, map, this.#behaviour.translateExtent())
    return { k, x, y }
  }

  #clamped(k: number): number {
    const [farthest, nearest] = this.#behaviour.scaleExtent()
    return Math.min(nearest, Math.max(farthest, k))
  }

  /** One finger moves the page while the whole plan is seen, and the plan once it is larger than the map. */
  #isOurs(event: MouseEvent | TouchEvent): boolean {
    if (event.type === 'wheel') return true
    if ('touches' in event) return event.touches.length > 1 || !this.isFarthest
    return !event.ctrlKey && event.button === 0
  }

  #leaveScrollingToThePage(): void {
    this.#canvas.style.touchAction = this.isFarthest ? 'pan-y' : 'none'
  }
}

function eased(share: number): number {
  return share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2
}

function placeOf(event: MouseEvent | TouchEvent, canvas: HTMLCanvasElement): Point {
  const { left, top } = canvas.getBoundingClientRect()
  const { clientX, clientY } =
    'changedTouches' in event ? (event.changedTouches[0] ?? { clientX: 0, clientY: 0 }) : event
  return { x: clientX - left, y: clientY - top }
}

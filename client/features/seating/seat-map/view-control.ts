import { select } from 'd3-selection'
import { zoom, zoomIdentity, zoomTransform, type D3ZoomEvent } from 'd3-zoom'
import type { Box, Point } from '../box.ts'
import { viewBetween, type Size, type View } from './view.ts'

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
  #farthest = 0

  constructor(canvas: HTMLCanvasElement, onChange: (view: View) => void, onDoubleTap: (at: Point) => void) {
    this.#canvas = canvas
    this.#behaviour
      .filter((event: MouseEvent | TouchEvent) => this.#isOurs(event))
      .clickDistance(5)
      .on('start', ({ sourceEvent }: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
        if (sourceEvent) this.#land()
      })
      .on('zoom', ({ transform }: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
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
    return this.view.k <= this.#farthest * 1.001
  }

  limit({ size, plan, nearest, farthest, margin }: Limits): void {
    this.#farthest = farthest
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
  jumpTo({ k, x, y }: View): void {
    const [farthest, nearest] = this.#behaviour.scaleExtent()
    const [topLeft, bottomRight] = this.#behaviour.translateExtent()
    const scale = Math.min(nearest, Math.max(farthest, k))
    const wanted = zoomIdentity.translate(x, y).scale(scale)
    const extent = this.#extent()
    const within = this.#behaviour.constrain()(wanted, extent, [topLeft, bottomRight])
    select(this.#canvas).call(this.#behaviour.transform, within)
  }

  /** Moves to a view so that the eye can follow, or jumps for those who want less motion. */
  flyTo(to: View): void {
    this.#land()
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return this.jumpTo(to)
    const from = this.view
    const start = performance.now()
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, now - start) / FLIGHT_MS)
      this.#flight = share < 1 ? requestAnimationFrame(step) : 0
      this.jumpTo(viewBetween(from, to, eased(share)))
    }
    this.#flight = requestAnimationFrame(step)
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

  #extent(): [[number, number], [number, number]] {
    return [
      [0, 0],
      [this.#canvas.clientWidth, this.#canvas.clientHeight],
    ]
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

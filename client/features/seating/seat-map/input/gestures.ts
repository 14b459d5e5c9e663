import type { Point } from '#client/features/seating/box.ts'
import { planPoint, type View } from '../view.ts'

/** A wheel gesture ends after this pause. */
const WHEEL_PAUSE_MS = 150

/** A mouse that moves farther than this, in css pixels, between press and release drags instead of clicking. */
const MAX_CLICK_DISTANCE = 5

/** The longest time and the distance in css pixels between the two taps of a double tap. */
const DOUBLE_TAP_MS = 500
const DOUBLE_TAP_DISTANCE = 10

/** A point of the window to which a gesture holds a point of the plan. */
type Grip = { client: Point; plan: Point }

/** The view that the gestures change. */
type Steered = {
  readonly view: View
  /** Whether the whole plan is visible. One finger then scrolls the page. */
  readonly isFarthest: boolean
  /** Returns the nearest scale that the limits allow. */
  clamped(k: number): number
  /** Shows a point of the plan at a point of the map at this scale, within the limits. */
  steer(k: number, held: { readonly at: Point; readonly plan: Point }): void
}

type DoubleTap = (at: Point) => void

/** Listens for wheel, drag, pinch and double tap on a canvas. */
export class Gestures {
  readonly #canvas: HTMLCanvasElement
  readonly #steered: Steered
  readonly #onDoubleTap: DoubleTap
  readonly #listening = new AbortController()
  /** Pressed mouse buttons and fingers, by pointer. */
  readonly #pressed = new Map<number, Grip>()
  #isSteering = false
  #hasMoved = false
  #wheel: Grip | undefined
  #wheelPause: ReturnType<typeof setTimeout> | undefined
  #start: Point = { x: 0, y: 0 }
  #firstTap = { at: this.#start, time: -Infinity }
  #taps = 0

  constructor(canvas: HTMLCanvasElement, steered: Steered, onDoubleTap: DoubleTap) {
    this.#canvas = canvas
    this.#steered = steered
    this.#onDoubleTap = onDoubleTap
    const { signal } = this.#listening
    canvas.addEventListener('wheel', (event) => this.#wheeled(event), { passive: false, signal })
    canvas.addEventListener('pointerdown', (event) => this.#press(event), { signal })
    // A drag continues outside the canvas.
    window.addEventListener('pointermove', (event) => this.#move(event), { signal })
    window.addEventListener('pointerup', (event) => this.#release(event), { signal })
    window.addEventListener('pointercancel', (event) => this.#release(event), { signal })
    // Two fingers must not scroll the page, even where `touch-action` lets one finger do so.
    canvas.addEventListener('touchmove', (event) => this.#isSteering && event.preventDefault(), {
      passive: false,
      signal,
    })
    canvas.addEventListener('click', (event) => this.#hasMoved && event.stopImmediatePropagation(), { signal })
    canvas.addEventListener('dblclick', (event) => this.#taps < 2 && onDoubleTap(this.#pointOf(clientOf(event))), {
      signal,
    })
  }

  /** Whether a finger or the mouse holds the map, or the wheel turns. */
  get isActive(): boolean {
    return this.#pressed.size > 0 || this.#wheel !== undefined
  }

  /** Holds the plan at its current position. Called after the view has changed without a gesture. */
  regrip(): void {
    this.#regripPressed()
    this.#regripWheel()
  }

  /** Keeps what two fingers hold under them. Called after the map has changed its place on the page, and its view. */
  mapMoved(): void {
    const [one, other] = this.#pressed.values()
    if (one && other) this.#pinch(one, other)
    else this.regrip()
  }

  close(): void {
    clearTimeout(this.#wheelPause)
    this.#listening.abort()
  }

  #wheeled(event: WheelEvent): void {
    const { view } = this.#steered
    const k = this.#steered.clamped(view.k * 2 ** doublingsOf(event))
    // At the highest and lowest scale, the wheel scrolls the page.
    if (!this.#wheel && k === view.k) return
    event.preventDefault()
    const { client: old } = this.#wheel ?? {}
    const isSamePoint = old?.x === event.clientX && old.y === event.clientY
    const grip = this.#wheel && isSamePoint ? this.#wheel : this.#gripAt(event)
    this.#wheel = grip
    this.#steered.steer(k, { at: this.#pointOf(grip.client), plan: grip.plan })
    this.#regripPressed()
    clearTimeout(this.#wheelPause)
    this.#wheelPause = setTimeout(() => (this.#wheel = undefined), WHEEL_PAUSE_MS)
  }

  #press(event: PointerEvent): void {
    const isTouch = event.pointerType === 'touch'
    if (!isTouch && (event.ctrlKey || event.button !== 0)) return
    const at = this.#pointOf(clientOf(event))
    this.#pressed.set(event.pointerId, this.#gripAt(event))
    this.#isSteering ||= !isTouch || this.#pressed.size > 1 || !this.#steered.isFarthest
    this.#start = at
    this.#hasMoved = false
    this.#taps = 0
    if (!isTouch || !this.#isSteering || this.#pressed.size > 1) return
    this.#taps = event.timeStamp - this.#firstTap.time < DOUBLE_TAP_MS ? 2 : 1
    this.#firstTap = this.#taps === 1 ? { at, time: event.timeStamp } : { ...this.#firstTap, time: -Infinity }
  }

  #move(event: PointerEvent): void {
    const grip = this.#pressed.get(event.pointerId)
    if (!grip) return
    grip.client = clientOf(event)
    if (!this.#isSteering) return this.#regripPressed()
    const at = this.#pointOf(grip.client)
    this.#hasMoved ||= event.pointerType !== 'touch' && distance(at, this.#start) > MAX_CLICK_DISTANCE
    const [one = grip, other] = this.#pressed.values()
    if (other) this.#pinch(one, other)
    else this.#steered.steer(this.#steered.view.k, { at, plan: grip.plan })
    this.#regripWheel()
  }

  #pinch(one: Grip, other: Grip): void {
    const k = distance(one.client, other.client) / distance(one.plan, other.plan)
    const at = this.#pointOf(between(one.client, other.client))
    // Two fingers at one point have no scale.
    if (k > 0) this.#steered.steer(k, { at, plan: between(one.plan, other.plan) })
  }

  #release(event: PointerEvent): void {
    if (!this.#pressed.delete(event.pointerId)) return
    this.regrip()
    if (this.#pressed.size > 0) return
    this.#isSteering = false
    const at = this.#pointOf(clientOf(event))
    const isDoubleTap =
      event.type === 'pointerup' && this.#taps === 2 && distance(at, this.#firstTap.at) < DOUBLE_TAP_DISTANCE
    if (isDoubleTap) this.#onDoubleTap(at)
    else this.#taps = 0
  }

  #regripPressed(): void {
    for (const grip of this.#pressed.values()) grip.plan = this.#planUnder(grip.client)
  }

  #regripWheel(): void {
    if (this.#wheel) this.#wheel.plan = this.#planUnder(this.#wheel.client)
  }

  #gripAt(event: MouseEvent): Grip {
    const client = clientOf(event)
    return { client, plan: this.#planUnder(client) }
  }

  #planUnder(client: Point): Point {
    return planPoint(this.#steered.view, this.#pointOf(client))
  }

  /** Returns the point of the map at a point of the window. */
  #pointOf({ x, y }: Point): Point {
    const { left, top } = this.#canvas.getBoundingClientRect()
    return { x: x - left, y: y - top }
  }
}

const clientOf = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY })

/** Turns a wheel movement into doublings of the scale. A pinch on a trackpad arrives as a wheel with ctrl. */
function doublingsOf({ deltaY, deltaMode, ctrlKey }: WheelEvent): number {
  const unit = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 0.002 : deltaMode === WheelEvent.DOM_DELTA_LINE ? 0.05 : 1
  return -deltaY * unit * (ctrlKey ? 10 : 1)
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

import type { Point } from '#client/features/seating/box.ts'
import { planPoint, type View } from '../view.ts'

/** A wheel gesture ends after this pause. */
const WHEEL_PAUSE_MS = 150

/** A mouse that moves farther than this, in css pixels, between press and release drags instead of clicking. */
const MAX_CLICK_DISTANCE = 5

/** The longest time and the distance in css pixels between the two taps of a double tap. */
const DOUBLE_TAP_MS = 500
const DOUBLE_TAP_DISTANCE = 10

/** A point of the map to which a gesture holds a point of the plan. */
type Grip = { at: Point; plan: Point }

/** The view that the gestures change. */
type Steered = {
  readonly view: View
  /** Whether the whole plan is visible. One finger then scrolls the page. */
  readonly isFarthest: boolean
  /** Returns the nearest scale that the limits allow. */
  clamped(k: number): number
  /** Shows a point of the plan at a point of the map at this scale, within the limits. */
  steer(k: number, grip: Grip): void
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
    canvas.addEventListener('dblclick', (event) => this.#taps < 2 && onDoubleTap(this.#pointOf(event)), { signal })
  }

  /** Holds the plan at its current position. Called after the view has changed without a gesture. */
  regrip(): void {
    this.#regripPressed()
    this.#regripWheel()
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
    const at = this.#pointOf(event)
    const isSamePoint = this.#wheel?.at.x === at.x && this.#wheel.at.y === at.y
    const grip = this.#wheel && isSamePoint ? this.#wheel : this.#gripAt(at)
    this.#wheel = grip
    this.#steered.steer(k, grip)
    this.#regripPressed()
    clearTimeout(this.#wheelPause)
    this.#wheelPause = setTimeout(() => (this.#wheel = undefined), WHEEL_PAUSE_MS)
  }

  #press(event: PointerEvent): void {
    const isTouch = event.pointerType === 'touch'
    if (!isTouch && (event.ctrlKey || event.button !== 0)) return
    const at = this.#pointOf(event)
    this.#pressed.set(event.pointerId, this.#gripAt(at))
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
    grip.at = this.#pointOf(event)
    if (!this.#isSteering) return this.#regripPressed()
    this.#hasMoved ||= event.pointerType !== 'touch' && distance(grip.at, this.#start) > MAX_CLICK_DISTANCE
    const [one = grip, other] = this.#pressed.values()
    if (other) this.#pinch(one, other)
    else this.#steered.steer(this.#steered.view.k, one)
    this.#regripWheel()
  }

  #pinch(one: Grip, other: Grip): void {
    const k = distance(one.at, other.at) / distance(one.plan, other.plan)
    // Two fingers at one point have no scale.
    if (k > 0) this.#steered.steer(k, { at: between(one.at, other.at), plan: between(one.plan, other.plan) })
  }

  #release(event: PointerEvent): void {
    if (!this.#pressed.delete(event.pointerId)) return
    this.regrip()
    if (this.#pressed.size > 0) return
    this.#isSteering = false
    const at = this.#pointOf(event)
    const isDoubleTap =
      event.type === 'pointerup' && this.#taps === 2 && distance(at, this.#firstTap.at) < DOUBLE_TAP_DISTANCE
    if (isDoubleTap) this.#onDoubleTap(at)
    else this.#taps = 0
  }

  #regripPressed(): void {
    for (const grip of this.#pressed.values()) grip.plan = planPoint(this.#steered.view, grip.at)
  }

  #regripWheel(): void {
    if (this.#wheel) this.#wheel.plan = planPoint(this.#steered.view, this.#wheel.at)
  }

  #gripAt(at: Point): Grip {
    return { at, plan: planPoint(this.#steered.view, at) }
  }

  #pointOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this.#canvas.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
}

/** Turns a wheel movement into doublings of the scale. A pinch on a trackpad arrives as a wheel with ctrl. */
function doublingsOf({ deltaY, deltaMode, ctrlKey }: WheelEvent): number {
  const unit = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 0.002 : deltaMode === WheelEvent.DOM_DELTA_LINE ? 0.05 : 1
  return -deltaY * unit * (ctrlKey ? 10 : 1)
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Point } from '#client/features/seating/box.ts'
import { planPoint, type View } from '../view.ts'
import { ViewControl } from './view-control.ts'

/** The position of the map of 400 by 300 on the page. */
const [LEFT, TOP] = [100, 50]
const limits = {
  size: { width: 400, height: 300 },
  plan: { x: 0, y: 0, width: 2000, height: 1000 },
  nearest: 4,
  farthest: 0.2,
  margin: 100,
  middle: { x: 200, y: 150 },
}
const wholePlan: View = { k: 0.2, x: 0, y: 50 }
const middle = { x: 200, y: 150 }
const near: View = { k: 1, x: -800, y: -350 }

let canvas: HTMLCanvasElement
let control: ViewControl
const onChange = vi.fn<(view: View) => void>()
const onDoubleTap = vi.fn<(at: Point) => void>()
const onClick = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  canvas = document.createElement('canvas')
  canvas.getBoundingClientRect = () => new DOMRect(LEFT, TOP, 400, 300)
  document.body.append(canvas)
  control = new ViewControl(canvas, onChange, onDoubleTap)
  canvas.addEventListener('click', onClick)
  control.resize(limits, wholePlan)
})

afterEach(() => {
  control.close()
  canvas.remove()
  vi.useRealTimers()
  vi.clearAllMocks()
})

function dispatch(event: Event, more: object, target: EventTarget = canvas): boolean {
  const values = Object.entries(more).map(([name, value]) => [name, { value }])
  return target.dispatchEvent(Object.defineProperties(event, Object.fromEntries(values)))
}

const onPage = ({ x, y }: Point) => ({ clientX: LEFT + x, clientY: TOP + y })

/** Turns the wheel over a point of the map. Returns whether the page may scroll. */
const turnWheel = (at: Point, deltaY: number, more: object = {}) =>
  dispatch(new WheelEvent('wheel', { bubbles: true, cancelable: true }), { ...onPage(at), deltaY, ...more })

function pointer(type: string, at: Point, more: object = {}): void {
  const given = { pointerId: 1, pointerType: 'mouse', button: 0, ctrlKey: false, timeStamp: Date.now(), ...more }
  dispatch(new PointerEvent(type, { bubbles: true }), { ...onPage(at), ...given })
}

const finger = (type: string, at: Point, pointerId = 1) => pointer(type, at, { pointerId, pointerType: 'touch' })

function tap(at: Point): void {
  finger('pointerdown', at)
  finger('pointerup', at)
}

/** Whether the browser may scroll the page under moving fingers. */
const mayScroll = () => canvas.dispatchEvent(new Event('touchmove', { cancelable: true }))

const drag = (from: Point, to: Point, more: object = {}) => {
  pointer('pointerdown', from, more)
  pointer('pointermove', to, more)
  pointer('pointerup', to, more)
}

/** A view rounded to a thousandth. */
const rounded = ({ k, x, y }: View) => [k, x, y].map((value) => Math.round(value * 1000) / 1000 + 0)

test('zooms around the mouse by wheel pixels, lines, pages and trackpad pinches', () => {
  const at = { x: 300, y: 100 }
  const under = planPoint(control.view, at)
  expect(turnWheel(at, -500)).toBe(false)
  expect(control.view.k).toBeCloseTo(0.4)
  turnWheel(at, -20, { deltaMode: 1 })
  expect(control.view.k).toBeCloseTo(0.8)
  turnWheel(at, -1, { deltaMode: 2 })
  expect(control.view.k).toBeCloseTo(1.6)
  turnWheel(at, -50, { ctrlKey: true })
  expect(control.view.k).toBeCloseTo(3.2)
  expect(planPoint(control.view, at)).toEqual({ x: expect.closeTo(under.x), y: expect.closeTo(under.y) })
})

test('lets the page scroll at the end of the scale, but not within a wheel gesture', () => {
  expect(turnWheel(middle, 500)).toBe(true)
  expect(turnWheel(middle, -500)).toBe(false)
  expect(turnWheel(middle, 5_000)).toBe(false)
  expect(control.isFarthest).toBe(true)
  expect(turnWheel(middle, 500)).toBe(false)
  vi.advanceTimersByTime(151)
  expect(turnWheel(middle, 500)).toBe(true)
  expect(turnWheel(middle, -5_000)).toBe(false)
  expect([control.view.k, control.isNearest]).toEqual([4, true])
})

test('pans the plan by mouse, also outside the map, up to its margin', () => {
  control.jumpTo(near)
  pointer('pointerdown', middle)
  pointer('pointermove', { x: 210, y: 160 })
  expect(rounded(control.view)).toEqual([1, -790, -340])
  dispatch(
    new PointerEvent('pointermove'),
    { ...onPage({ x: 900, y: 150 }), pointerId: 1, pointerType: 'mouse' },
    window,
  )
  expect(rounded(control.view)).toEqual([1, -100, -350])
  pointer('pointermove', { x: 2_000, y: 150 })
  expect(rounded(control.view)).toEqual([1, 140, -350])
  pointer('pointermove', { x: 900, y: 150 })
  expect(rounded(control.view)).toEqual([1, -100, -350])
  dispatch(new PointerEvent('pointerup'), { pointerId: 1, pointerType: 'mouse' }, window)
  pointer('pointermove', middle)
  expect(rounded(control.view)).toEqual([1, -100, -350])
})

test('treats a press with little movement as a click, and a drag as none', () => {
  drag(middle, { x: 204, y: 152 })
  canvas.click()
  expect(onClick).toHaveBeenCalledTimes(1)
  drag(middle, { x: 206, y: 150 })
  canvas.click()
  expect(onClick).toHaveBeenCalledTimes(1)
  drag(middle, middle)
  canvas.click()
  expect(onClick).toHaveBeenCalledTimes(2)
})

test.each([
  ['another button', { button: 2 }],
  ['ctrl', { ctrlKey: true }],
])('does not drag with %s', (_, more) => {
  control.jumpTo(near)
  drag(middle, { x: 300, y: 200 }, more)
  expect(control.view).toEqual(near)
})

test('scrolls the page by one finger at the lowest scale, and pans the plan above it', () => {
  expect(canvas.style.touchAction).toBe('pan-y')
  finger('pointerdown', middle)
  finger('pointermove', { x: 250, y: 250 })
  expect([control.view, mayScroll()]).toEqual([wholePlan, true])
  finger('pointercancel', { x: 250, y: 250 })

  control.jumpTo(near)
  expect(canvas.style.touchAction).toBe('none')
  finger('pointerdown', middle)
  finger('pointermove', { x: 250, y: 140 })
  expect([rounded(control.view), mayScroll()]).toEqual([[1, -750, -360], false])
  finger('pointerup', { x: 250, y: 140 })
  expect(mayScroll()).toBe(true)
})

test('zooms by two fingers around their centre, and continues with one', () => {
  finger('pointerdown', { x: 190, y: 150 }, 1)
  finger('pointerdown', { x: 210, y: 150 }, 2)
  expect(mayScroll()).toBe(false)
  const held = planPoint(control.view, middle)
  finger('pointermove', { x: 150, y: 100 }, 1)
  finger('pointermove', { x: 250, y: 100 }, 2)
  expect(control.view.k).toBeCloseTo(1)
  expect(planPoint(control.view, { x: 200, y: 100 })).toEqual({ x: expect.closeTo(held.x), y: expect.closeTo(held.y) })

  const { x, y } = control.view
  finger('pointerup', { x: 150, y: 100 }, 1)
  finger('pointermove', { x: 260, y: 95 }, 2)
  expect(rounded(control.view)).toEqual(rounded({ k: 1, x: x + 10, y: y - 5 }))
  expect(mayScroll()).toBe(false)
  finger('pointerup', { x: 260, y: 95 }, 2)
  expect(mayScroll()).toBe(true)
})

test('keeps what two fingers hold under them when the map fills the screen', () => {
  finger('pointerdown', { x: 190, y: 150 }, 1)
  finger('pointerdown', { x: 210, y: 150 }, 2)
  finger('pointermove', { x: 150, y: 150 }, 1)
  finger('pointermove', { x: 250, y: 150 }, 2)
  const held = planPoint(control.view, middle)
  canvas.getBoundingClientRect = () => new DOMRect(0, 0, 600, 600)
  control.resize({ ...limits, size: { width: 600, height: 600 } }, { k: 0.3, x: 0, y: 150 })
  const under = { x: LEFT + middle.x, y: TOP + middle.y }
  expect(control.view.k).toBeCloseTo(1)
  expect(planPoint(control.view, under)).toEqual({ x: expect.closeTo(held.x), y: expect.closeTo(held.y) })
})

test('pans on from a new position of the map on the page', () => {
  control.jumpTo(near)
  pointer('pointerdown', middle)
  canvas.getBoundingClientRect = () => new DOMRect(LEFT, TOP - 50, 400, 300)
  control.resize(limits, near)
  pointer('pointermove', { x: 210, y: 160 })
  expect(rounded(control.view)).toEqual([1, -790, -340])
})

test('keeps the view when two fingers are at the same point', () => {
  finger('pointerdown', middle, 1)
  finger('pointerdown', middle, 2)
  finger('pointermove', middle, 2)
  expect(control.view).toEqual(wholePlan)
})

test('reports two quick taps at one point once, without the following double click', () => {
  control.jumpTo(near)
  tap(middle)
  vi.advanceTimersByTime(200)
  tap({ x: 204, y: 153 })
  expect(onDoubleTap.mock.calls).toEqual([[{ x: 204, y: 153 }]])
  dispatch(new MouseEvent('dblclick'), onPage(middle))
  expect(onDoubleTap).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(200)
  tap(middle)
  expect(onDoubleTap).toHaveBeenCalledTimes(1)
})

test('does not treat slow, distant or two-fingered taps as a double tap', () => {
  control.jumpTo(near)
  tap(middle)
  vi.advanceTimersByTime(500)
  tap(middle)
  vi.advanceTimersByTime(500)
  tap(middle)
  vi.advanceTimersByTime(100)
  tap({ x: 220, y: 150 })
  vi.advanceTimersByTime(500)
  tap(middle)
  finger('pointerdown', middle, 1)
  finger('pointerdown', { x: 250, y: 150 }, 2)
  finger('pointerup', { x: 250, y: 150 }, 2)
  finger('pointerup', middle, 1)
  expect(onDoubleTap).not.toHaveBeenCalled()
})

test('reports a double click of the mouse', () => {
  dispatch(new MouseEvent('dblclick'), onPage({ x: 30, y: 40 }))
  expect(onDoubleTap.mock.calls).toEqual([[{ x: 30, y: 40 }]])
})

test('animates to a view within the limits, and stops when a gesture begins', () => {
  control.flyTo({ k: 100, x: 0, y: 0 })
  expect(control.isFlying).toBe(true)
  vi.advanceTimersByTime(500)
  expect([control.view.k, control.isFlying]).toEqual([4, false])

  control.flyTo(wholePlan)
  vi.advanceTimersByTime(100)
  const { k } = control.view
  expect(k).toBeLessThan(4)
  turnWheel(middle, -50)
  expect([control.isFlying, control.view.k]).toEqual([false, expect.closeTo(k * 2 ** 0.1)])
})

test('keeps the position of the plan under a pressed mouse after a flight', () => {
  control.jumpTo(near)
  pointer('pointerdown', middle)
  control.jumpTo({ k: 2, x: -1_800, y: -850 })
  pointer('pointermove', { x: 210, y: 150 })
  expect(rounded(control.view)).toEqual([2, -1_790, -850])
})

test('jumps instead of flying with reduced motion', () => {
  const matchMedia = vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  control.zoomAround({ x: 100, y: 100 }, 2)
  expect([control.isFlying, control.view.k]).toEqual([false, 0.4])
  matchMedia.mockRestore()
})

test('handles no events after it was closed', () => {
  control.close()
  onChange.mockClear()
  expect(turnWheel(middle, -500)).toBe(true)
  drag(middle, { x: 300, y: 150 })
  expect(onChange).not.toHaveBeenCalled()
})

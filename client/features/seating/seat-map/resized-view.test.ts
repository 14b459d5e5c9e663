import { expect, test, vi } from 'vitest'
import { SETTLED_AFTER_MS } from '../use-just-shown.ts'
import { mapPoint, viewWithin } from './view.ts'
import { PartTaken, viewAfterResize, viewOfCovered } from './resized-view.ts'

const old = { view: { k: 2, x: -300, y: -500 }, size: { width: 360, height: 680 }, middle: { x: 180, y: 340 } }
const { view } = old

/** The point of the plan at a point of the old map. */
const planAt = (x: number, y: number) => ({ x: (x - view.x) / view.k, y: (y - view.y) / view.k })

test('keeps the plan under the finger when a panel appears below the map or beside it', () => {
  for (const size of [
    { width: 360, height: 575 },
    { width: 88, height: 680 },
  ]) {
    expect(viewAfterResize(old, size).view).toEqual(view)
  }
})

test('moves chosen places out from under the panel, and no farther', () => {
  const sizes = { size: { width: 360, height: 575 }, before: old.size }
  const place = planAt(40, 620)
  const moved = viewOfCovered([planAt(40, 600), place, planAt(40, 300)], view, sizes)
  expect(moved && mapPoint(moved, place)).toEqual({ x: 40, y: 575 - 22 })
  expect(viewOfCovered([planAt(40, 300)], view, sizes), 'in view').toBeUndefined()
  expect(viewOfCovered([planAt(400, 700)], view, sizes), 'not visible before').toBeUndefined()
})

test('waits with this until no quick taps follow, and reports the size before all panels', () => {
  vi.useFakeTimers()
  const settled = vi.fn<(before: object) => void>()
  const part = new PartTaken(settled)
  part.postpone()
  part.resized(old.size, { width: 360, height: 575 })
  part.resized({ width: 360, height: 575 }, { width: 360, height: 510 })
  vi.advanceTimersByTime(SETTLED_AFTER_MS - 1)
  part.postpone()
  vi.advanceTimersByTime(SETTLED_AFTER_MS - 1)
  expect(settled).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(settled.mock.calls).toEqual([[old.size]])
  part.postpone()
  vi.advanceTimersByTime(SETTLED_AFTER_MS)
  part.resized(old.size, { width: 680, height: 360 })
  part.resized(old.size, old.size)
  vi.advanceTimersByTime(SETTLED_AFTER_MS)
  expect(settled, 'not again, nor after a turn of the phone').toHaveBeenCalledOnce()
  vi.useRealTimers()
})

test('keeps the middle of the map when both sides change, as when a phone is turned', () => {
  const size = { width: 680, height: 300 }
  const { view: turned, middle } = viewAfterResize(old, size)
  expect(mapPoint(turned, planAt(180, 340))).toEqual({ x: 340, y: 150 })
  expect(middle).toEqual({ x: 340, y: 150 })
})

test('keeps a plan that is smaller than the map in its place, as far as it has room there', () => {
  const plan = { x: 0, y: 0, width: 100, height: 100 }
  const limits = { plan, nearest: 4, farthest: 1, margin: 10, middle: old.middle }
  const centred = viewWithin({ ...limits, size: old.size }, { k: 2, x: 0, y: 0 })
  expect(centred).toEqual({ k: 2, x: 80, y: 240 })
  const shrunk = { width: 360, height: 575 }
  const { view: kept, middle } = viewAfterResize({ ...old, view: centred }, shrunk)
  expect(viewWithin({ ...limits, size: shrunk, middle }, kept)).toEqual(centred)
  const low = viewWithin({ ...limits, size: { width: 360, height: 400 }, middle }, kept)
  expect(low.y, 'no farther down than its margin').toBe(400 - 220 - 40)
})

import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { givenSeatModel, givenSeatingPlan, givenSector } from '#client/testing/given-seating-plan.ts'
import { overlaps } from '#client/features/seating/box.ts'
import { focusBox } from './focus-box.ts'
import { contains, touches } from './polygon.ts'
import { mapPoint, planPoint, scaleToFit, viewAround, viewBetween } from '../view.ts'

const wedge = [0, 0, 10, 0, 5, 10]

test('detects whether a point lies inside an outline', () => {
  expect(contains(wedge, { x: 5, y: 5 })).toBe(true)
  expect(contains(wedge, { x: 1, y: 8 })).toBe(false)
})

test('detects whether a box and an outline intersect or contain each other', () => {
  expect(touches(wedge, { x: -1, y: -1, width: 2, height: 2 })).toBe(true)
  expect(touches(wedge, { x: 4, y: 2, width: 2, height: 2 })).toBe(true)
  expect(touches(wedge, { x: -5, y: -5, width: 50, height: 50 })).toBe(true)
  expect(touches(wedge, { x: 0, y: 7, width: 2, height: 2 })).toBe(false)
})

test('draws the stage as large as possible without covering a sector', () => {
  const plan = givenSeatingPlan()
  const below = givenSector({ id: 1, x: 10, y: 40, width: 80, height: 50 })
  const model = givenSeatModel({ ...plan, focalPoint: { x: 50, y: 15 }, sectors: [below] }, cents(1))
  const box = focusBox(model, 4)
  expect(box && overlaps(box, model.sectors[0]?.box ?? box)).toBe(false)
  expect(box?.width).toBeCloseTo((box?.height ?? 0) * 4)
  expect(box?.y).toBeGreaterThanOrEqual(0)
})

test('draws no stage if seats surround the focal point closely', () => {
  const plan = givenSeatingPlan()
  const around = givenSector({ id: 1, width: 100, height: 100 })
  expect(
    focusBox(givenSeatModel({ ...plan, focalPoint: { x: 50, y: 50 }, sectors: [around] }, cents(1)), 4),
  ).toBeUndefined()
})

test('converts between points of the map and of the plan', () => {
  const view = { k: 3, x: -40, y: 7 }
  expect(mapPoint(view, planPoint(view, { x: 12, y: 34 }))).toEqual({ x: 12, y: 34 })
})

test('interpolates views with an evenly growing scale around one fixed point', () => {
  const from = { k: 1, x: 0, y: 0 }
  const to = { k: 4, x: -300, y: -150 }
  const half = viewBetween(from, to, 0.5)
  expect(half.k).toBe(2)
  const still = { x: 100, y: 50 }
  for (const view of [from, half, to]) expect(mapPoint(view, still)).toEqual(mapPoint(from, still))
  expect(viewBetween(from, to, 1)).toEqual(to)
  expect(viewBetween(from, { ...from, x: 10 }, 0.5)).toEqual({ k: 1, x: 5, y: 0 })
})

test('fits a plan with the given margin', () => {
  const size = { width: 300, height: 200 }
  const k = scaleToFit({ width: 1000, height: 1000 }, size, 20)
  expect(k).toBe(0.16)
  expect(viewAround({ x: 500, y: 500 }, k, size)).toEqual({ k, x: 70, y: 20 })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { givenRows, givenSeatingPlan, givenSeatModel, givenSector } from '#client/testing/given-seating-plan.ts'
import type { Box } from '../box.ts'
import { boxAt, isStanding } from '../seat-model.ts'
import { SeatIndex } from './seat-index.ts'

const plan = givenSeatingPlan()
/** The usual plan with a sector whose seats stand beyond its neighbours' boxes, and one without places. */
const model = givenSeatModel({
  ...plan,
  sectors: [
    ...plan.sectors,
    givenSector({ id: 6, name: 'Across', x: 20, y: 20, width: 70, height: 60, places: givenRows(['E', 'F'], 9, 40) }),
    givenSector({ id: 7, name: 'Empty' }),
  ],
})

const all = Array.from({ length: model.count }, (_, place) => place)
const numbers = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const points = fc.record({ x: numbers(-200, 2_200), y: numbers(-200, 1_200) })

/** The centre of a seat, or the whole box of a standing place. */
function extentOf(place: number): Box {
  if (isStanding(model, place)) return boxAt(model, place)
  return { x: model.x[place] ?? 0, y: model.y[place] ?? 0, width: 0, height: 0 }
}

/** How far two boxes are apart, 0 if they touch. */
function distanceBetween(a: Box, b: Box): number {
  const across = Math.max(a.x - b.x - b.width, 0, b.x - a.x - a.width)
  const down = Math.max(a.y - b.y - b.height, 0, b.y - a.y - a.height)
  return Math.hypot(across, down)
}

test('finds the nearest place of all sectors', () => {
  const index = new SeatIndex(model)
  const isOdd = (place: number) => place % 2 === 1
  fc.assert(
    fc.property(points, numbers(1, 3_000), (point, reach) => {
      const distanceTo = (place = -1) => distanceBetween(extentOf(place), { ...point, width: 0, height: 0 })
      const shortest = Math.min(...all.filter(isOdd).map(distanceTo))
      const found = index.nearest(point, reach, isOdd)
      if (shortest > reach) expect(found).toBeUndefined()
      else expect(distanceTo(found)).toBeCloseTo(shortest, 3)
    }),
  )
})

test('finds the places of all sectors in a box', () => {
  const index = new SeatIndex(model)
  fc.assert(
    fc.property(points, numbers(0, 900), numbers(0, 900), (point, width, height) => {
      const box = { ...point, width, height }
      const found = index.within(box).toSorted((a, b) => a - b)
      expect(found).toEqual(all.filter((place) => distanceBetween(extentOf(place), box) === 0))
    }),
  )
})

test('finds nothing in a plan without places', () => {
  const index = new SeatIndex(givenSeatModel({ ...plan, sectors: [] }))
  expect(index.nearest({ x: 0, y: 0 }, Infinity, () => true)).toBeUndefined()
  expect(index.within({ x: 0, y: 0, width: 2_000, height: 1_000 })).toEqual([])
})

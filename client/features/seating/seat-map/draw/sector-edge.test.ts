import { expect, test } from 'vitest'
import { givenBalcony, givenSeatModel } from '#client/testing/given-seating-plan.ts'
import { boxAt } from '#client/features/seating/seat-model.ts'
import { SectorEdge } from './sector-edge.ts'

const model = givenSeatModel()
const [stalls, , floor] = model.sectors
if (!stalls || !floor) throw new Error('The plan has lost its sectors')

test('finds the edges at the outermost seats of a strip', () => {
  const { x, width } = stalls.box
  const [front, back] = [boxAt(model, stalls.first), boxAt(model, stalls.end - 1)]
  const reach = new SectorEdge(model, stalls).between(x, x + width)
  expect(reach?.low).toBeCloseTo(front.y)
  expect(reach?.high).toBeCloseTo(back.y + back.height)
})

test('finds nothing without seats', () => {
  const empty = new SectorEdge(model, { ...stalls, end: stalls.first })
  expect(empty.between(0, 1000)).toBeUndefined()
})

test('follows the outline of a standing place', () => {
  const balcony = givenSeatModel(givenBalcony())
  const [sector] = balcony.sectors
  if (!sector) throw new Error('There is no balcony')
  const edge = new SectorEdge(balcony, sector)
  const [wing, middle] = [edge.between(200, 300), edge.between(950, 1050)]
  expect(wing?.low).toBeLessThan(50)
  expect(middle?.low).toBeGreaterThan(500)
  expect(middle?.high).toBeGreaterThan(950)
})

test('keeps a distance from a standing place', () => {
  const { x, width } = floor.box
  const place = boxAt(model, floor.first)
  expect(new SectorEdge(model, floor).between(x, x + width)?.low).toBeLessThan(place.y)
})

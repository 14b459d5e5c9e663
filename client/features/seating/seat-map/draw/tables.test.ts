import { expect, test } from 'vitest'
import { givenSeatingPlan, givenSeatModel, givenSector, placeId } from '#client/testing/given-seating-plan.ts'
import { fontSizeBetween, Tables } from './tables.ts'

/** Seats of size 7 in columns of two, 10 apart, starting at `left`. */
const seatsOf = (rowName: string, { left, columns }: { left: number; columns: number }) =>
  Array.from({ length: 2 * columns }, (_, at) => ({
    ...{ id: placeId(left * 100 + at), placeType: 'SITTING' as const, rowName, seatNumber: at + 1 },
    ...{ x: left + 10 * Math.floor(at / 2), y: 10 * (at % 2), width: 7, height: 7 },
  }))

const places = [
  ...seatsOf('Table 4', { left: 0, columns: 2 }),
  ...seatsOf('Snug', { left: 30, columns: 2 }),
  ...seatsOf('Box 1', { left: 60, columns: 3 }),
]
const model = givenSeatModel({
  ...givenSeatingPlan(),
  aspect: 1,
  sectors: [givenSector({ id: 1, width: 100, height: 100, places })],
})
const tables = new Tables(model)

test('places a table in the middle of its seats, named by its number or else its name', () => {
  const [table, snug] = model.sectors.flatMap((sector) => tables.in(sector))
  expect(table?.name).toBe('4')
  expect(table?.centre).toEqual({ x: expect.closeTo(85), y: expect.closeTo(85) })
  expect(snug?.name).toBe('Snug')
})

test('finds the table of every seat, and none in a box', () => {
  expect(Array.from({ length: model.count }, (_, seat) => tables.of(seat)?.row.name)).toEqual([
    ...Array.from({ length: 4 }, () => 'Table 4'),
    ...Array.from({ length: 4 }, () => 'Snug'),
    ...Array.from({ length: 6 }, () => undefined),
  ])
})

test('orders the corners of a table around it', () => {
  expect(tables.of(0)?.corners.map(({ x, y }) => [x, y].map((length) => Math.round(length / 10)))).toEqual([
    [4, 4],
    [14, 4],
    [14, 14],
    [4, 14],
  ])
})

test('makes letters as large as fits between the seats: the fewer, the larger', () => {
  const seats = [-5, 5].flatMap((x) => [-5, 5].map((y) => ({ x, y })))
  const fontSizeFor = (count: number) => fontSizeBetween(seats, { centre: { x: 0, y: 0 }, radius: 3.5, count })
  expect(fontSizeFor(1)).toBeGreaterThan(fontSizeFor(2))
  // A line as high as the gap between the seats can extend beyond them.
  expect(fontSizeFor(5)).toBeCloseTo(3 / 0.75, 1)
})

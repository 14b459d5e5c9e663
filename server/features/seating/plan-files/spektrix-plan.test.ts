import { expect, test } from 'vitest'
import { readSpektrixPlan } from './spektrix-plan.ts'

const seat = (row: string, number: number | string, x: number, y: number) => ({
  id: `${row}${number}`,
  row,
  number,
  x,
  y,
})
const reserved = (name: string, ...seats: object[]) => ({ type: 'Reserved', id: name, name, seats })
const group = (name: string, ...areas: object[]) => ({ type: 'Group', id: name, name, areas })
const plan = (baseSeatingArea: object) => ({ id: 'P', venueId: 'V', baseSeatingArea })

test('turns areas with seats or a capacity into sectors at any depth', () => {
  const upstairs = group('Upstairs', reserved('Balcony', seat('A', '1', 1, 2)))
  const standing = { type: 'Unreserved', id: 'S', name: 'Standing', capacity: 150 }
  const places = readSpektrixPlan(plan(group('House', reserved('Stalls', seat('A', 1, 5, 6)), upstairs, standing)))
  expect(places).toMatchObject([
    { sectorName: 'Stalls', rowName: 'A', seatNumber: 1, at: [5, 6] },
    { sectorName: 'Balcony', rowName: 'A', seatNumber: 1, at: [1, 2] },
    { sectorName: 'Standing', standing: { capacity: 150 } },
  ])
  expect(places[2]).toMatchObject({ at: undefined })
})

test('tells areas with the same name apart by their groups', () => {
  const left = (x: number) => reserved('Left', seat('A', 1, x, 0))
  const places = readSpektrixPlan(plan(group('House', group('Stalls', left(1)), group('Circle', left(2)))))
  expect(places.map(({ sectorName }) => sectorName)).toEqual(['Stalls, Left', 'Circle, Left'])
})

test('reads a plan of a single area', () => {
  expect(readSpektrixPlan(plan(reserved('Stalls', seat('A', 1, 0, 0))))).toHaveLength(1)
})

test.each([
  [plan({ type: 'Sofa', name: 'S' }), 'baseSeatingArea, type: The value must be Group, Reserved or Unreserved.'],
  [plan({ type: 'Unreserved', name: 'Floor' }), "area 'Floor': capacity: Value is required."],
  [plan(reserved('Stalls', seat('A', '7b', 0, 0))), "area 'Stalls', row 'A', seat '7b': '7b' holds no number"],
  [plan(group('House', reserved('Stalls', { row: 'A', number: 1, x: 3 }))), 'baseSeatingArea, areas 1, seats 1, y: '],
])('refuses an invalid plan and names the area (%#)', (json, sentence) => {
  expect(() => readSpektrixPlan(json)).toThrow(sentence)
})

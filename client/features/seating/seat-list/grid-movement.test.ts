import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { givenRows, givenSeatModel, givenSeatingPlan, givenSector } from '#client/testing/given-seating-plan.ts'
import { gridKeyOf, neighbouringSector, seatAfterKey, type GridKey } from './grid-movement.ts'

const model = givenSeatModel()
const [stalls, circle] = model.sectors
if (!stalls || !circle) throw new Error('The plan has lost its sectors')
const go = (from: number, key: GridKey) => seatAfterKey(model, stalls, from, key)

test('moves to the neighbour by arrow keys, up to the end of the row', () => {
  expect(go(1, 'ArrowRight')).toBe(2)
  expect(go(1, 'ArrowLeft')).toBe(0)
  expect(go(0, 'ArrowLeft')).toBeUndefined()
  expect(go(3, 'ArrowRight')).toBeUndefined()
})

test('moves to the seat directly in front or behind by up and down', () => {
  expect(go(2, 'ArrowDown')).toBe(6)
  expect(go(6, 'ArrowUp')).toBe(2)
  expect(go(6, 'ArrowDown')).toBeUndefined()
})

test('moves to the nearest seat of a shorter row', () => {
  const plan = givenSeatingPlan()
  const long = givenRows(['A'], 8, 1)
  const short = givenRows(['B'], 2, 20).map((place) => ({ ...place, x: 40 + place.x / 10, width: 5, y: 50 }))
  const layout = givenSeatModel({ ...plan, sectors: [givenSector({ id: 1, places: [...long, ...short] })] }, cents(1))
  const [sector] = layout.sectors
  if (!sector) throw new Error('The plan has lost its sector')
  expect(seatAfterKey(layout, sector, 0, 'ArrowDown')).toBe(8)
  expect(seatAfterKey(layout, sector, 7, 'ArrowDown')).toBe(9)
})

test('moves to the ends of the row by Home and End, and of the sector with Ctrl', () => {
  expect(go(6, 'Home')).toBe(4)
  expect(go(1, 'End')).toBe(3)
  expect(go(6, 'First')).toBe(0)
  expect(go(1, 'Last')).toBe(7)
  expect(gridKeyOf({ key: 'Home', ctrlKey: true })).toBe('First')
  expect(gridKeyOf({ key: 'End', ctrlKey: false })).toBe('End')
  expect(gridKeyOf({ key: 'x', ctrlKey: false })).toBeUndefined()
})

test('finds the next available sector cyclically', () => {
  expect(neighbouringSector(model, stalls, 1)).toBe(1)
  expect(neighbouringSector(model, circle, 1)).toBe(2)
  expect(neighbouringSector(model, stalls, -1)).toBe(2)
})

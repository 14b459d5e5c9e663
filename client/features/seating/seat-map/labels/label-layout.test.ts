import { expect, test } from 'vitest'
import { givenBalcony, givenSeatModel } from '#client/testing/given-seating-plan.ts'
import { centreOf } from '#client/features/seating/box.ts'
import { SeatAvailability } from '#client/features/seating/seat-availability.ts'
import { boxAt } from '#client/features/seating/seat-model.ts'
import { groundOf, isRoomIn, middleOf } from './label-layout.ts'
import { headingsOf, wordingsOf, wordingsOverSeats, type Line } from './label-wordings.ts'
import { paletteOf } from '../draw/palette.ts'
import { SeatIndex } from '../seat-index.ts'

const model = givenSeatModel()
const scene = {
  model,
  availability: new SeatAvailability(model),
  palette: paletteOf('light', 3),
  index: new SeatIndex(model),
}
const [stalls, , floor, box] = model.sectors
if (!stalls || !floor || !box) throw new Error('The house has lost its sectors')
const textOf = (lines: readonly Line[]) => lines.map(({ text }) => text).join(', ')

test('a sector tells its name, its price and how many are free, and less where there is less room', () => {
  const [most = [], ...fewer] = wordingsOf(scene, stalls).map(textOf)
  expect(most).toBe('Stalls, 45.00 €, 8 free')
  expect(fewer).toContain('Stalls, 45.00 € · 8 free')
  expect(fewer.at(-1)).toBe('Stalls')
  expect(headingsOf(stalls).map(({ text }) => text)).toContain('Stalls  45.00 €')
  expect(wordingsOverSeats(scene, stalls).map(textOf)[0]).toBe('Stalls, 45.00 € · 8 free')
})

test('room to stand is told by its kind where its name is too long, a closed sector by being closed', () => {
  expect(wordingsOf(scene, floor).map(textOf)).toContain('Standing, sold out')
  expect(wordingsOf(scene, box).map(textOf)[0]).toBe('Box, Not available')
})

test('a text has room where the sector has ground below all of it', () => {
  const view = { k: 0.1, x: 0, y: 0 }
  const middle = middleOf(model, stalls)
  const at = { x: middle.x * view.k, y: middle.y * view.k }
  const ground = groundOf(model, stalls)
  expect(isRoomIn(ground, view, at, { width: 60, height: 30 })).toBe(true)
  expect(isRoomIn(ground, view, at, { width: 60, height: 80 })).toBe(false)
  expect(isRoomIn(ground, view, at, { width: 140, height: 30 })).toBe(false)
})

test('a text over room to stand keeps within the outline that frames it', () => {
  const balcony = givenSeatModel(givenBalcony())
  const [sector] = balcony.sectors
  if (!sector) throw new Error('There is no balcony')
  const ground = groundOf(balcony, sector)
  const view = { k: 1, x: 0, y: 0 }
  const middle = middleOf(balcony, sector)
  expect(isRoomIn(ground, view, middle, { width: 400, height: 100 }), 'wider than its own box').toBe(true)
  expect(isRoomIn(ground, view, { x: 1000, y: 300 }, { width: 40, height: 40 }), 'between the wings').toBe(false)
})

test('a text over room to stand keeps within its frame', () => {
  const ground = groundOf(model, floor)
  const place = boxAt(model, floor.first)
  const view = { k: 1, x: 0, y: 0 }
  const { width, height } = place
  expect(ground.box).toEqual(place)
  expect(isRoomIn(ground, view, centreOf(place), { width: width - 4, height: height - 4 })).toBe(true)
  expect(isRoomIn(ground, view, centreOf(place), { width: width - 2, height: height / 2 })).toBe(false)
})

import { expect, test } from 'vitest'
import { givenSeatModel } from '#client/testing/given-seating-plan.ts'
import { SeatAvailability } from '../seat-availability.ts'
import { seatMarks } from './marks.ts'
import { paletteOf } from './palette.ts'
import { SeatIndex } from './seat-index.ts'

const model = givenSeatModel()
const scene = {
  model,
  availability: new SeatAvailability(model),
  palette: paletteOf('light', 3),
  index: new SeatIndex(model),
}
const [stalls, , floor] = model.sectors
if (!stalls || !floor) throw new Error('The house has lost its sectors')
const { first } = stalls

/** A view with so many css pixels between neighbours. */
const viewAt = (pitch: number) => ({ k: pitch / model.pitch, x: 0, y: 0 })

test('each chosen seat has a mark of its own while there is room for its check mark', () => {
  const marks = seatMarks(scene, viewAt(30), [first, first + 1, floor.first])
  expect(marks.map(({ seats }) => seats)).toEqual([1, 1])
  expect(seatMarks(scene, viewAt(3), [first])[0]?.radius).toBe(7)
})

test('from afar neighbours are one mark that says how many', () => {
  expect(seatMarks(scene, viewAt(3), [first, first + 1]).map(({ seats }) => seats)).toEqual([2])
})

test('a mark that says how many has none beside it that it would lie over', () => {
  expect(seatMarks(scene, viewAt(6), [first, first + 1, first + 2]).map(({ seats }) => seats)).toEqual([3])
})

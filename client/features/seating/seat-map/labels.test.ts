import { expect, test } from 'vitest'
import type { Place } from '#contract/seating.ts'
import { givenSeatingPlan, givenSeatModel, givenSector, placeId } from '#client/testing/given-seating-plan.ts'
import { overlaps, type Box } from '../box.ts'
import { SeatAvailability } from '../seat-availability.ts'
import { boxAt } from '../seat-model.ts'
import { Labels } from './labels.ts'
import { paletteOf } from './palette.ts'
import { SeatIndex } from './seat-index.ts'
import { seenBox } from './label-layout.ts'
import type { View } from './view.ts'

const LETTER = 6

/** A box of six seats in two rows, 2 percent apart, its upper left corner here. */
const boxOfSeats = (rowName: string, firstId: number, left: number, top: number): Place[] =>
  Array.from({ length: 6 }, (_, at) => ({
    ...{ id: placeId(firstId + at), placeType: 'SITTING' as const, rowName, seatNumber: at + 1 },
    ...{ x: left + 2 * (at % 3), y: top + 2 * Math.floor(at / 3), width: 1.5, height: 1.5 },
  }))

const places = [
  boxOfSeats('Box 1', 1, 20, 40),
  boxOfSeats('Box 2', 11, 32, 40),
  boxOfSeats('Box 3', 21, 32, 44.8),
].flat()
const tier = givenSector({ id: 1, name: 'First tier', width: 100, height: 100, places })
const model = givenSeatModel({ ...givenSeatingPlan(), aspect: 1, focalPoint: { x: 50, y: 90 }, sectors: [tier] })
const scene = {
  model,
  availability: new SeatAvailability(model),
  palette: paletteOf('light', 1),
  index: new SeatIndex(model),
}
const size = { width: 2_000, height: 2_000 }
const buttons = { x: 0, y: 0, width: 0, height: 0 }
const viewAt = (pitch: number): View => ({ k: pitch / model.pitch, x: 0, y: 0 })

/** What is written on a map in such a view, and where about. */
function written(view: View): ReadonlyMap<string, Box> {
  const texts = new Map<string, Box>()
  let [dx, dy] = [0, 0]
  const canvas = {
    measureText: (text: string) => ({ width: text.length * LETTER }),
    translate: (x: number, y: number) => void ([dx, dy] = [x, y]),
    restore: () => void ([dx, dy] = [0, 0]),
    fillText: (text: string, x: number, y: number) => {
      const width = text.length * LETTER
      texts.set(text, { x: dx + x - width / 2, y: dy + y - 6, width, height: 12 })
    },
    ...{ save: () => {}, strokeText: () => {}, rotate: () => {} },
  }
  new Labels(scene, 'Stage').draw(canvas as unknown as CanvasRenderingContext2D, view, { size, buttons }, undefined)
  return texts
}

test('a box has its name beside it once its seats have their numbers, and no seat below it', () => {
  expect([...written(viewAt(12)).keys()]).not.toContain('Box 1')
  const view = viewAt(30)
  const texts = written(view)
  for (const name of ['Box 1', 'Box 2', 'Box 3']) {
    const label = texts.get(name)
    expect(label, name).toBeDefined()
    for (let seat = 0; seat < model.count; seat++)
      expect(label && overlaps(label, seenBox(view, boxAt(model, seat))), `${name}, seat ${seat}`).toBe(false)
  }
})

test('a name between two boxes would be taken for that of either: it stands where only its own is near', () => {
  const view = viewAt(30)
  const texts = written(view)
  const gap = { ...seenBox(view, boxAt(model, 9)), width: 120 }
  const below = seenBox(view, boxAt(model, 12))
  const between = { x: gap.x - 60, y: gap.y + gap.height, width: 240, height: below.y - gap.y - gap.height }
  for (const [name, label] of texts) expect(overlaps(label, between), name).toBe(false)
})

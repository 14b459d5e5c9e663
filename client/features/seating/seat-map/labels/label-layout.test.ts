import { expect, test } from 'vitest'
import { givenBalcony, givenSeatModel } from '#client/testing/given-seating-plan.ts'
import { centreOf } from '#client/features/seating/box.ts'
import { SeatAvailability } from '#client/features/seating/seat-availability.ts'
import { boxAt } from '#client/features/seating/seat-model.ts'
import { labelAreaOf, fitsIn, labelCentreOf } from './label-layout.ts'
import { headingsOf, labelLinesOf, type LabelContent, type Line } from './label-lines.ts'
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
if (!stalls || !floor || !box) throw new Error('The plan has lost its sectors')
const textOf = (lines: readonly Line[]) => lines.map(({ text }) => text).join(', ')

test('labels a sector with the wanted content, in shorter variants down to its number', () => {
  const variants = (content: LabelContent) => labelLinesOf(scene, stalls, content).map(textOf)
  expect(variants('free')[0]).toBe('Stalls, 45.00 €, 8 free')
  expect(variants('free')).toContain('Stalls, 45.00 € · 8 free')
  expect(variants('price')[0]).toBe('Stalls, 45.00 €')
  expect(variants('price').at(-1)).toBe('1, 45.00 €')
  expect(variants('name')).toEqual(['Stalls', 'Stalls', '1'])
  const headings = (hasPrice: boolean) => headingsOf(stalls, hasPrice).map(({ text }) => text)
  expect(headings(true)[0]).toBe('Stalls  45.00 €')
  expect(headings(false)).toEqual(['Stalls', 'Stalls'])
})

test('labels a standing place by its type if its name is too long, and a closed sector as such', () => {
  expect(labelLinesOf(scene, floor, 'free').map(textOf)).toContain('Standing, 9.00 € · sold out')
  expect(labelLinesOf(scene, box, 'price').map(textOf)[0]).toBe('Box, Not available')
})

test('fits a text only where the sector lies below all of it', () => {
  const view = { k: 0.1, x: 0, y: 0 }
  const centre = labelCentreOf(model, stalls)
  const at = { x: centre.x * view.k, y: centre.y * view.k }
  const area = labelAreaOf(model, stalls)
  expect(fitsIn(area, view, at, { width: 60, height: 30 })).toBe(true)
  expect(fitsIn(area, view, at, { width: 60, height: 80 })).toBe(false)
  expect(fitsIn(area, view, at, { width: 140, height: 30 })).toBe(false)
})

test('fits a text into the outline of a standing place', () => {
  const balcony = givenSeatModel(givenBalcony())
  const [sector] = balcony.sectors
  if (!sector) throw new Error('There is no balcony')
  const area = labelAreaOf(balcony, sector)
  const view = { k: 1, x: 0, y: 0 }
  const centre = labelCentreOf(balcony, sector)
  expect(fitsIn(area, view, centre, { width: 400, height: 100 }), 'wider than its own box').toBe(true)
  expect(fitsIn(area, view, { x: 1000, y: 300 }, { width: 40, height: 40 }), 'between the wings').toBe(false)
})

test('fits a text into the box of a standing place', () => {
  const area = labelAreaOf(model, floor)
  const place = boxAt(model, floor.first)
  const view = { k: 1, x: 0, y: 0 }
  const { width, height } = place
  expect(area.box).toEqual(place)
  expect(fitsIn(area, view, centreOf(place), { width: width - 4, height: height - 4 })).toBe(true)
  expect(fitsIn(area, view, centreOf(place), { width: width - 2, height: height / 2 })).toBe(false)
})

import { expect, test } from 'vitest'
import type { Sector } from '#contract/seating.ts'
import {
  givenRows,
  givenSeatingPlan,
  givenSeatModel,
  givenSector,
  placeId,
} from '#client/testing/given-seating-plan.ts'
import { centreOf, overlaps, widened, type Box } from '#client/features/seating/box.ts'
import { SeatAvailability } from '#client/features/seating/seat-availability.ts'
import { boxAt } from '#client/features/seating/seat-model.ts'
import { boxOnMap, isOnMap } from './label-layout.ts'
import { paletteOf } from '../draw/palette.ts'
import { RowLetters, drawRowLetters } from './row-letters.ts'
import { rowMarginAt, rowMarginsOf, viewBeyond } from './row-margins.ts'
import { SeatIndex } from '../seat-index.ts'
import type { View } from '../view.ts'

const PITCH = 30
const size = { width: 300, height: 300 }

/** A square plan of these sectors as a scene. */
function givenScene(...sectors: Sector[]) {
  const model = givenSeatModel({ ...givenSeatingPlan(), aspect: 1, sectors })
  const [palette, index] = [paletteOf('light', 1), new SeatIndex(model)]
  return { model, availability: new SeatAvailability(model), palette, index }
}

/** Rows A to E of forty seats, from edge to edge of their sector. */
const stalls = givenSector({
  ...{ id: 1, name: 'Stalls', x: 10, y: 10, width: 80, height: 10 },
  places: givenRows(['A', 'B', 'C', 'D', 'E'], 40, 1),
})
const scene = givenScene(stalls)
const { model } = scene

/** A view with thirty css pixels between seats and a seat at this point of the map. */
function viewOf(seat: number, x: number, y: number): View {
  const k = PITCH / model.pitch
  return { k, x: x - (model.x[seat] ?? 0) * k, y: y - (model.y[seat] ?? 0) * k }
}

const lettersIn = (view: View, of = scene) => new RowLetters(of).in(view, size)

test('draws the name of a row beyond its end while that is visible', () => {
  const view = viewOf(0, 100, 100)
  const [letter] = lettersIn(view)
    .flat()
    .filter(({ name, side }) => name === 'A' && side === undefined)
  expect(letter && centreOf(letter.box).x).toBeCloseTo(100 - PITCH)
  expect(letter && centreOf(letter.box).y).toBeCloseTo(100)
})

test('draws no name over a seat of the only row of its sector', () => {
  const stools = givenSector({
    ...{ id: 1, name: 'Bar stools', x: 10, y: 10, width: 80, height: 10 },
    places: givenRows(['Bar'], 10, 1),
  })
  const bar = givenScene(stools)
  const k = PITCH / bar.model.pitch
  const viewFrom = (x: number) => ({ k, x: x - (bar.model.x[0] ?? 0) * k, y: 100 - (bar.model.y[0] ?? 0) * k })
  expect(lettersIn(viewFrom(60), bar).flat(), 'beside the first seat').toHaveLength(1)
  expect(lettersIn(viewFrom(20), bar).flat(), 'without room beside it').toEqual([])
})

test('draws no name of a row over a standing area beside it', () => {
  const places = givenRows(['Bar'], 10, 1)
  const stools = givenSector({ id: 1, name: 'Bar stools', x: 40, y: 10, width: 40, height: 10, places })
  const [, , floor] = givenSeatingPlan().sectors
  if (!floor) throw new Error('The plan has lost its floor')
  const lettersBeside = (...sectors: Sector[]) => {
    const bar = givenScene(stools, ...sectors)
    const letters = lettersIn({ k: size.width / bar.model.width, x: 0, y: 0 }, bar).flat()
    return letters.map(({ box }) => (centreOf(box).x < size.width * 0.6 ? 'left' : 'right'))
  }
  expect(lettersBeside()).toContain('left')
  expect(lettersBeside({ ...floor, x: 0, y: 0, width: 40, height: 30 })).toEqual(['right'])
})

test('draws the name at the side of the map if both ends of a row are invisible', () => {
  const view = viewOf(20, 150, 100)
  const letters = lettersIn(view).flat()
  for (const name of ['A', 'B', 'C', 'D', 'E']) {
    const own = letters.filter((letter) => letter.name === name)
    const seat = model.rows.find((row) => row.name === name)?.first ?? 0
    expect(
      own.map(({ side }) => side),
      name,
    ).toEqual(['left'])
    for (const { box } of own) {
      expect(isOnMap(box, size), name).toBe(true)
      expect(centreOf(box).y, name).toBeCloseTo((model.y[seat] ?? 0) * view.k + view.y)
      expect(box.x, name).toBe(0)
    }
  }
})

test('draws no name beside another row if its own leaves the map above', () => {
  // Rows that rise to the left, as those of an amphitheatre do.
  const rising = givenRows(['A', 'B', 'C'], 40, 1).map((place) => ({ ...place, y: place.y * 0.3 + place.x * 0.7 }))
  const curved = givenScene(givenSector({ id: 1, name: 'Stalls', x: 10, y: 10, width: 80, height: 40, places: rising }))
  const k = PITCH / curved.model.pitch
  const seats = (name: string) => curved.model.rows.find((row) => row.name === name)?.first ?? 0
  const spot = seats('B') + 20
  const view = { k, x: 150 - (curved.model.x[spot] ?? 0) * k, y: 10 - (curved.model.y[spot] ?? 0) * k }
  const atLeft = lettersIn(view, curved)
    .flat()
    .filter(({ side }) => side === 'left')
  for (const { name, box } of atLeft) {
    const first = seats(name)
    const row = Array.from({ length: 40 }, (_, seat) => boxOnMap(view, boxAt(curved.model, first + seat)))
    const nearest = row.toSorted((one, other) => Math.abs(centreOf(one).x) - Math.abs(centreOf(other).x))[0]
    expect(nearest && Math.abs(centreOf(nearest).y - centreOf(box).y), name).toBeLessThan(PITCH)
  }
  expect(atLeft.map(({ name }) => name)).toEqual(['C'])
})

test('draws no name at a side that its row does not reach', () => {
  // Rows that rise at both ends, of which the front ones end above the map, far from its sides.
  const rising = givenRows(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'], 16, 1).map((place) => ({
    ...place,
    y: place.y * 0.8 - ((place.x - 50) / 50) ** 2 * 18,
  }))
  const curved = givenScene(givenSector({ id: 1, name: 'Stalls', x: 30, y: 30, width: 40, height: 40, places: rising }))
  const k = 11 / curved.model.pitch
  const middle = 8
  for (let y = 40; y > -100; y -= 4) {
    const view = { k, x: 150 - (curved.model.x[middle] ?? 0) * k, y: y - (curved.model.y[middle] ?? 0) * k }
    const letters = lettersIn(view, curved).flat()
    const sided = letters.filter(({ side }) => side).map(({ name, side }) => `${name} ${side}`)
    expect(sided, `${y}`).toEqual([])
  }
})

test('keeps names off the seats: beyond them, or in a margin that hides those along a side of the map', () => {
  for (let x = 280; x > -1_150; x -= 7) {
    const view = viewOf(0, x, 100)
    const letters = lettersIn(view)
    const cleared = rowMarginsOf(letters, size).map((margin) => margin.box)
    for (const { name, box, side } of letters.flat()) {
      const isCleared = cleared.some((margin) => overlaps(margin, box))
      expect(isCleared, `${name} at ${x}`).toBe(side !== undefined)
      if (isCleared) continue
      for (let seat = 0; seat < model.count; seat++)
        expect(overlaps(box, widened(boxOnMap(view, boxAt(model, seat)), -1)), `${name} at ${x}`).toBe(false)
    }
  }
})

test('keeps the name of a row visible while the map is panned along it', () => {
  for (let x = 280; x > -1_150; x -= 7) {
    const names = new Set(
      lettersIn(viewOf(0, x, 100))
        .flat()
        .map(({ name }) => name),
    )
    expect([...names].toSorted(), `${x}`).toEqual(['A', 'B', 'C', 'D', 'E'])
  }
})

test('draws one name for a row with few visible seats', () => {
  const letters = lettersIn(viewOf(0, 250, 100)).flat()
  expect(letters.map(({ name }) => name).toSorted()).toEqual(['A', 'B', 'C', 'D', 'E'])
  expect(letters.some(({ side }) => side)).toBe(false)
})

test('draws no letters for tables, standing places and long row names', () => {
  const around = (id: number, x: number, y: number) => ({
    ...{ id: placeId(id), placeType: 'SITTING' as const, rowName: 'T1', seatNumber: id },
    ...{ x, y, width: 10, height: 10 },
  })
  const places = [around(1, 30, 30), around(2, 30, 50), around(3, 50, 30), around(4, 50, 50)]
  const table = givenSector({ id: 1, width: 100, height: 100, places })
  const [, , floor] = givenSeatingPlan().sectors
  const long = givenSector({ id: 2, x: 60, width: 30, height: 30, places: givenRows(['Row 10', 'Row 11'], 6, 50) })
  for (const sector of [table, floor, long]) {
    if (!sector) throw new Error('The plan has lost its floor')
    const layout = givenScene(sector)
    expect(lettersIn({ k: size.width / layout.model.width, x: 0, y: 0 }, layout).flat(), sector.name).toEqual([])
  }
})

test('avoids overlaps, and draws one letter per row before second ones', () => {
  const drawn: string[] = []
  const canvas = { fillText: (text: string) => drawn.push(text) }
  const letters = lettersIn(viewOf(20, 150, 100))
  const heading = letters.flat().find(({ name }) => name === 'A')
  if (!heading) throw new Error('There are no letters')
  const taken: Box[] = [heading.box]
  const take = (box: Box) => !taken.some((other) => overlaps(other, box)) && taken.push(box) > 0
  drawRowLetters(canvas as unknown as CanvasRenderingContext2D, scene, { letters: [...letters, ...letters], take })
  expect(drawn.toSorted()).toEqual(['B', 'C', 'D', 'E'])
})

test('shows the seats of a row that a margin hides after a tap on the margin', () => {
  const view = viewOf(0, 10, 100)
  const [margin] = rowMarginsOf(lettersIn(view), size)
  expect(margin?.box).toEqual({ x: 0, y: 0, width: expect.any(Number), height: size.height })
  if (!margin) throw new Error('There is no margin')
  const next = viewBeyond(margin, view, size)
  const first = centreOf(boxOnMap(next, boxAt(model, 0)))
  expect(rowMarginAt(rowMarginsOf(lettersIn(next), size), first)).toBeUndefined()
})

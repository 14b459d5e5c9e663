import { beforeEach, expect, test } from 'vitest'
import {
  givenBalcony,
  givenSeatingPlan,
  givenSeatModel,
  givenSector,
  givenState,
  placeId,
} from '#client/testing/given-seating-plan.ts'
import { SeatAvailability } from '#client/features/seating/seat-availability.ts'
import { detailLevels } from '../draw/detail-levels.ts'
import { paletteOf } from '../draw/palette.ts'
import { closerView, nearestSeatOutside, placeUnder } from './hit-test.ts'
import { SeatIndex } from '../seat-index.ts'
import type { Scene } from '../draw/draw-target.ts'
import { mapPoint } from '../view.ts'

const model = givenSeatModel()
const size = { width: 400, height: 300 }
const at = (pitch: number) => ({ k: pitch / model.pitch, x: 0, y: 0 })

let scene: Scene
beforeEach(() => {
  const availability = new SeatAvailability(model)
  const capacities = [{ seatingPlanPlaceId: placeId(20), occupied: 0, capacity: 50 }]
  availability.replace(
    givenState(model, { reservations: [{ placeId: placeId(2), ticketState: 'BOUGHT' }], capacities }),
  )
  scene = { model, availability, palette: paletteOf('light', 3), index: new SeatIndex(model) }
})

/** Returns the place under a pointer at a point in plan units. */
function pointAt(x: number, y: number, { pitch = 30, type = 'touch' } = {}): number | undefined {
  const view = at(pitch)
  return placeUnder(scene, view, { at: mapPoint(view, { x, y }), type })
}

test('finds the free seat under a tap', () => {
  expect(pointAt(125, 125)).toBe(0)
  expect(pointAt(100, 150)).toBe(0)
})

test('finds the taken seat under a tap', () => {
  expect(pointAt(375, 125)).toBe(1)
})

test('finds the nearest free seat within the reach of a finger', () => {
  const view = at(56)
  const right = mapPoint(view, { x: 1000, y: 125 })
  const tap = (away: number) => placeUnder(scene, view, { at: { x: right.x + away, y: 125 * view.k }, type: 'touch' })
  expect(tap(0)).toBe(3)
  expect(placeUnder(scene, at(30), { at: { x: 45 - 15, y: 7 }, type: 'touch' })).toBe(0)
})

test('finds no seat below a margin of the map', () => {
  const view = at(30)
  const tap = (x: number, width: number) => {
    const margins = [{ side: 'left' as const, box: { x: 0, y: 0, width, height: 300 } }]
    return placeUnder(scene, view, { at: { x, y: 7 }, type: 'touch' }, margins)
  }
  expect(tap(30, 10), 'near a seat beside the margin').toBe(0)
  expect(tap(10, 20), 'on the margin').toBeUndefined()
  expect(tap(30, 20), 'beside it, near a hidden seat').toBeUndefined()
})

test('finds no seat below the number of a table, but those around it as far as a finger reaches', () => {
  const places = [0, 10].flatMap((x) =>
    [0, 10].map((y) => ({
      ...{ id: placeId(x + y / 10 + 1), placeType: 'SITTING' as const, rowName: 'Table 4', seatNumber: x + y / 10 + 1 },
      ...{ x: 40 + x, y: 40 + y, width: 7, height: 7 },
    })),
  )
  const sectors = [givenSector({ id: 1, width: 100, height: 100, places })]
  const around = givenSeatModel({ ...givenSeatingPlan(), aspect: 1, sectors })
  scene = { ...scene, model: around, availability: new SeatAvailability(around), index: new SeatIndex(around) }
  const view = { k: 32 / around.pitch, x: 0, y: 0 }
  const middle = mapPoint(view, { x: 485, y: 485 })
  const tap = (right: number, down = right) =>
    placeUnder(scene, view, { at: { x: middle.x + right, y: middle.y + down }, type: 'touch' })
  expect([tap(0), tap(5, 0), tap(-4)], 'on the number').toEqual([undefined, undefined, undefined])
  expect([tap(-16), tap(-9, -12), tap(-30)], 'on a seat and beside it').toEqual([0, 0, 0])
})

test('finds seats too small for a finger only under the mouse', () => {
  const pitch = detailLevels.touch - 1
  expect(pointAt(125, 125, { pitch })).toBeUndefined()
  expect(pointAt(125, 125, { pitch, type: 'mouse' })).toBe(0)
  expect(pointAt(125, 125, { pitch: detailLevels.round - 1, type: 'mouse' })).toBeUndefined()
})

test('finds a standing place if it is large enough', () => {
  expect(pointAt(500, 700, { pitch: 40 })).toBe(10)
  expect(pointAt(500, 700, { pitch: 20 })).toBeUndefined()
})

test('finds a standing place in its drawn area only', () => {
  const balcony = givenSeatModel(givenBalcony())
  scene = { ...scene, model: balcony, availability: new SeatAvailability(balcony), index: new SeatIndex(balcony) }
  const view = { k: 1, x: 0, y: 0 }
  const tap = (x: number, y: number) => placeUnder(scene, view, { at: { x, y }, type: 'touch' })
  expect(tap(1000, 800), 'in the middle').toBe(0)
  expect(tap(300, 200), 'on its left wing').toBe(0)
  expect(tap(1000, 300), 'between the wings').toBeUndefined()
})

test('zooms to the sector under a tap without a place, and then to its seats', () => {
  const far = at(3)
  const first = closerView(scene, far, mapPoint(far, { x: 500, y: 250 }), size)
  expect((first?.k ?? 0) * model.pitch).toBeGreaterThan(detailLevels.touch)
  const near = at(14)
  const second = closerView(scene, near, mapPoint(near, { x: 300, y: 250 }), size)
  expect((second?.k ?? 0) * model.pitch).toBeCloseTo(detailLevels.comfortable)
})

test('does not zoom far from every sector or where seats are large enough', () => {
  const far = at(3)
  expect(closerView(scene, far, mapPoint(far, { x: 1000, y: 5000 }), size)).toBeUndefined()
  expect(closerView(scene, at(30), { x: 10, y: 10 }, size)).toBeUndefined()
})

test('finds the nearest seat if the middle of a zoomed map would show none', () => {
  const middle = { x: 700, y: 700 }
  expect(nearestSeatOutside(scene, { x: 125, y: 125 }, { ...size, k: 1 })).toBeUndefined()
  expect(nearestSeatOutside(scene, { x: 1950, y: 800 }, { ...size, k: 4 })).toBeDefined()
  expect(nearestSeatOutside(scene, middle, { ...size, k: 0.1 })).toBeUndefined()
})

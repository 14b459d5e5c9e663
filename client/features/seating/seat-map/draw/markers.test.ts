import { expect, test } from 'vitest'
import { givenSeatModel, givenState, placeId } from '#client/testing/given-seating-plan.ts'
import { SeatAvailability } from '#client/features/seating/seat-availability.ts'
import { drawMarkers, seatMarkers } from './markers.ts'
import { paletteOf } from './palette.ts'
import { SeatIndex } from '../seat-index.ts'
import type { View } from '../view.ts'

const model = givenSeatModel()
const scene = {
  model,
  availability: new SeatAvailability(model),
  palette: paletteOf('light', 3),
  index: new SeatIndex(model),
}
const [stalls, , floor] = model.sectors
if (!stalls || !floor) throw new Error('The plan has lost its sectors')
const { first } = stalls

/** A view with this number of css pixels between neighbours. */
const viewAt = (pitch: number) => ({ k: pitch / model.pitch, x: 0, y: 0 })

test('draws a marker for each chosen seat while there is room for check marks', () => {
  const markers = seatMarkers(scene, viewAt(30), [first, first + 1, floor.first])
  expect(markers.map(({ seats }) => seats)).toEqual([1, 1])
  expect(seatMarkers(scene, viewAt(3), [first])[0]?.radius).toBe(7)
})

test('merges neighbours into one marker with their count at a low scale', () => {
  expect(seatMarkers(scene, viewAt(3), [first, first + 1]).map(({ seats }) => seats)).toEqual([2])
})

test('merges a marker that would overlap the merged one', () => {
  expect(seatMarkers(scene, viewAt(6), [first, first + 1, first + 2]).map(({ seats }) => seats)).toEqual([3])
})

type DrawnShape = { readonly fill: unknown; readonly outline: unknown; readonly corners: number }

/** Records the shapes of the markers in a view with their colours, the counts and the number of check marks. */
function drawn(availability: SeatAvailability, chosen: ReadonlyMap<number, number>, view: View) {
  const [shapes, numbers]: [DrawnShape[], string[]] = [[], []]
  let [corners, checks] = [0, 0]
  const canvas = {
    ...{ fillStyle: '', strokeStyle: '' },
    beginPath: () => (corners = 0),
    lineTo: () => (corners += 1),
    fill: () => shapes.push({ fill: canvas.fillStyle, outline: canvas.strokeStyle, corners }),
    fillText: (text: string) => numbers.push(text),
    moveTo: () => (checks += 1),
    ...{ arc: () => {}, roundRect: () => {}, closePath: () => {}, stroke: () => {} },
  }
  const highlights = { chosen, hovered: undefined, candidate: undefined }
  drawMarkers(canvas as unknown as CanvasRenderingContext2D, { ...scene, availability }, view, highlights)
  return { shapes, numbers, checks }
}

/** Seats 1 to 4 of the stalls are taken. */
function givenTaken() {
  const availability = new SeatAvailability(model)
  const reservations = [1, 2, 3, 4].map((id) => ({ placeId: placeId(id), ticketState: 'BOUGHT' as const }))
  availability.replace(givenState(model, { reservations, capacities: [] }))
  return availability
}

test('draws chosen seats as discs, those in the cart as empty discs, and bought ones as tickets', () => {
  const { mine, surface } = scene.palette
  const availability = givenTaken()
  availability.setOwn({ inCart: [placeId(1)], bought: [placeId(2)] })
  const { shapes } = drawn(availability, new Map([[4, 1]]), viewAt(30))
  expect(shapes).toEqual([
    { fill: mine, outline: surface, corners: 4 },
    { fill: surface, outline: mine, corners: 0 },
    { fill: mine, outline: surface, corners: 0 },
  ])
})

test('draws no marker for places of others and for released places', () => {
  const availability = givenTaken()
  availability.setOwn({ inCart: [placeId(5)], bought: [placeId(6)] })
  expect(drawn(availability, new Map(), viewAt(30)).shapes).toEqual([])
})

test('merges seats in the cart and bought seats separately at a low scale, with check marks', () => {
  const availability = givenTaken()
  availability.setOwn({ inCart: [1, 2].map(placeId), bought: [3, 4].map(placeId) })
  const { shapes, numbers, checks } = drawn(availability, new Map(), viewAt(3))
  expect(numbers).toEqual(['2', '2'])
  expect(checks).toBe(2)
  expect(shapes.map(({ corners }) => corners)).toEqual([4, 0])
})

test('shows the chosen, reserved and bought tickets of a standing place', () => {
  const availability = givenTaken()
  const floorId = placeId(20)
  availability.setOwn({ inCart: [floorId, floorId], bought: [floorId, floorId, floorId] })
  const { shapes, numbers } = drawn(availability, new Map([[floor.first, 4]]), viewAt(30))
  expect(numbers).toEqual(['4', '2', '3'])
  expect(shapes.map(({ fill }) => fill === scene.palette.mine)).toEqual([true, false, true])
})

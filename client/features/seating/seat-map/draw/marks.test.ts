import { expect, test } from 'vitest'
import { givenSeatModel, givenState, placeId } from '#client/testing/given-seating-plan.ts'
import { SeatAvailability } from '#client/features/seating/seat-availability.ts'
import { drawMarks, seatMarks } from './marks.ts'
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

type Drawn = { readonly fill: unknown; readonly edge: unknown; readonly corners: number }

/** What is drawn over the map in this view: grounds of marks with their colours, numbers, frames. */
function drawn(availability: SeatAvailability, chosen: ReadonlyMap<number, number>, view: View) {
  const [grounds, numbers]: [Drawn[], string[]] = [[], []]
  let corners = 0
  const canvas = {
    ...{ fillStyle: '', strokeStyle: '' },
    beginPath: () => (corners = 0),
    lineTo: () => (corners += 1),
    fill: () => grounds.push({ fill: canvas.fillStyle, edge: canvas.strokeStyle, corners }),
    fillText: (text: string) => numbers.push(text),
    ...{ moveTo: () => {}, arc: () => {}, roundRect: () => {}, closePath: () => {}, stroke: () => {} },
  }
  const marks = { chosen, pointed: undefined, candidate: undefined }
  drawMarks(canvas as unknown as CanvasRenderingContext2D, { ...scene, availability }, view, marks)
  return { grounds, numbers }
}

/** Seats 1 to 4 of the stalls are taken. */
function givenTaken() {
  const availability = new SeatAvailability(model)
  const reservations = [1, 2, 3, 4].map((id) => ({ placeId: placeId(id), ticketState: 'BOUGHT' as const }))
  availability.replace(givenState(model, { reservations, capacities: [] }))
  return availability
}

test('seats in the cart are discs, bought ones tickets, both the other way round than what is chosen', () => {
  const { mine, surface } = scene.palette
  const availability = givenTaken()
  availability.hold({ inCart: [placeId(1)], bought: [placeId(2)] })
  const { grounds } = drawn(availability, new Map([[4, 1]]), viewAt(30))
  expect(grounds).toEqual([
    { fill: surface, edge: mine, corners: 4 },
    { fill: surface, edge: mine, corners: 0 },
    { fill: mine, edge: surface, corners: 0 },
  ])
})

test('what others hold, or nobody any more, has no mark', () => {
  const availability = givenTaken()
  availability.hold({ inCart: [placeId(5)], bought: [placeId(6)] })
  expect(drawn(availability, new Map(), viewAt(30)).grounds).toEqual([])
})

test('from afar seats in the cart are one mark that says how many, and so are bought ones', () => {
  const availability = givenTaken()
  availability.hold({ inCart: [1, 2].map(placeId), bought: [3, 4].map(placeId) })
  const { grounds, numbers } = drawn(availability, new Map(), viewAt(3))
  expect(numbers).toEqual(['2', '2'])
  expect(grounds.map(({ corners }) => corners)).toEqual([4, 0])
})

test('room to stand says how many tickets are chosen, in the cart and bought', () => {
  const availability = givenTaken()
  const floorId = placeId(20)
  availability.hold({ inCart: [floorId, floorId], bought: [floorId, floorId, floorId] })
  const { grounds, numbers } = drawn(availability, new Map([[floor.first, 4]]), viewAt(30))
  expect(numbers).toEqual(['4', '2', '3'])
  expect(grounds.map(({ fill }) => fill === scene.palette.mine)).toEqual([true, false, false])
})

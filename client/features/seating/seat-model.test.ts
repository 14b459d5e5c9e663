import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import {
  givenBalcony,
  givenSeatModel,
  givenSeatingPlan,
  givenSector,
  placeId,
} from '#client/testing/given-seating-plan.ts'
import { placeLookup } from './place-lookup.ts'
import { priceClassesOf } from './price-classes.ts'
import { boxAt, isStanding, sectorAt, standingPlacesOf } from './seat-model.ts'

const model = givenSeatModel()

test('keeps the aspect of a plan and converts percentages', () => {
  expect([model.width, model.height]).toEqual([2000, 1000])
  expect(boxAt(model, 0)).toEqual({ x: 0, y: 0, width: 250, height: 250 })
  expect([model.x[5], model.y[5]]).toEqual([375, 375])
  expect(model.pitch).toBe(250)
})

test('finds every place by its id', () => {
  expect(model.count).toBe(12)
  for (let index = 0; index < model.count; index++) {
    expect(model.indexOf(placeId(model.placeIds[index] ?? 0))).toBe(index)
  }
  expect(model.indexOf(placeId(99))).toBeUndefined()
})

test('groups seats into the rows of their sector', () => {
  expect(model.rows.map(({ name, first, end }) => [name, first, end])).toEqual([
    ['A', 0, 4],
    ['B', 4, 8],
    ['C', 8, 10],
    ['D', 11, 12],
  ])
  expect(model.rowOf[6]).toBe(1)
})

test('puts a standing place into a sector without a row', () => {
  const floor = sectorAt(model, 10)
  expect(floor.name).toBe('Floor')
  expect(floor.rows).toEqual([])
  expect(isStanding(model, 10)).toBe(true)
  expect(standingPlacesOf(model, floor)).toEqual([10])
})

test('extends a standing place alone in an outlined sector almost to the outline', () => {
  const { sectors, ...balcony } = givenBalcony()
  const model = givenSeatModel({ ...balcony, sectors }, cents(1))
  const { x, y, width, height } = boxAt(model, 0)
  for (const gap of [x, y, 2000 - x - width, 1000 - y - height]) {
    expect(gap).toBeGreaterThan(0)
    expect(gap).toBeLessThan(100)
  }
  expect([model.x[0], model.y[0]]).toEqual([1000, 800])
})

test('keeps the box of a standing place beside others or without an outline', () => {
  const { sectors, ...balcony } = givenBalcony()
  const [sector = givenSector({ id: 5 })] = sectors
  const boxIn = (alone: typeof sector) => boxAt(givenSeatModel({ ...balcony, sectors: [alone] }, cents(1)), 0)
  const ownBox = { x: 900, y: 700, width: 200, height: 200 }
  expect(boxIn({ ...sector, outline: null })).toEqual(ownBox)
  const other = sector.places.map((place) => ({ ...place, id: placeId(21), x: 5, y: 5 }))
  expect(boxIn({ ...sector, places: [...sector.places, ...other] })).toEqual(ownBox)
})

test('sorts a row by position, independent of its numbers', () => {
  const plan = givenSeatingPlan()
  const [stalls] = plan.sectors
  const seat = (id: number, seatNumber: number, x: number) => ({
    id: placeId(id),
    placeType: 'SITTING' as const,
    rowName: 'A',
    seatNumber,
    x,
    y: 0,
    width: 10,
    height: 10,
  })
  const oddAndEven = [seat(1, 3, 0), seat(2, 2, 60), seat(3, 1, 30), seat(4, 4, 90)]
  const { placeIds } = givenSeatModel(
    { ...plan, sectors: [{ ...givenSector({ id: 1 }), ...stalls, places: oddAndEven }] },
    cents(1),
  )
  expect([...placeIds]).toEqual([1, 3, 2, 4])
})

test('prices a sector by its percentage, the cheapest in the first price class', () => {
  expect(model.sectors.map(({ price, priceClass }) => [price, priceClass])).toEqual([
    [4500, 2],
    [2250, 1],
    [900, 0],
    [4500, 2],
  ])
})

test('converts the outline of a sector, or uses its box', () => {
  const plan = givenSeatingPlan()
  const triangle = givenSector({ id: 9, x: 50, y: 50, outline: [0, 0, 100, 0, 50, 100] })
  expect(givenSeatModel({ ...plan, sectors: [triangle] }, cents(1)).sectors[0]?.outline).toEqual([
    1000, 500, 2000, 500, 1500, 1000,
  ])
  expect(model.sectors[0]?.outline).toEqual([0, 0, 1000, 0, 1000, 500, 0, 500])
})

/** Numbers of places by price. */
const placesAt = (...given: [price: number, places: number][]) =>
  new Map(given.map(([price, places]) => [cents(price), places]))

test('merges too many prices into classes without omitting one', () => {
  const classes = priceClassesOf(placesAt(...[9, 1, 5, 3, 7, 2, 8, 4, 6].map((price): [number, number] => [price, 10])))
  expect(classes).toHaveLength(6)
  expect(classes[0]?.from).toBe(1)
  expect(classes.at(-1)?.to).toBe(9)
  expect(priceClassesOf(new Map())).toEqual([])
  expect(
    priceClassesOf(placesAt(...[0, 1, 2, 3, 4, 5, 6, 7].map((price): [number, number] => [price, 10])))[0],
  ).toEqual({
    from: 0,
    to: 0,
  })
})

test('merges the prices with the fewest places', () => {
  const opera = priceClassesOf(
    placesAt(
      [630, 8],
      [840, 12],
      [1_260, 40],
      [3_150, 300],
      [4_725, 260],
      [6_300, 320],
      [8_400, 300],
      [10_500, 420],
      [15_750, 360],
    ),
  )
  expect(opera.map(({ from, to }) => `${from} to ${to}`)).toEqual([
    '630 to 1260',
    '3150 to 3150',
    '4725 to 4725',
    '6300 to 6300',
    '8400 to 10500',
    '15750 to 15750',
  ])
})

test('finds places by sparse ids', () => {
  const indexOf = placeLookup(Int32Array.of(7, 2_000_000_000, 9))
  expect([7, 2_000_000_000, 9, 8].map((id) => indexOf(placeId(id)))).toEqual([0, 1, 2, undefined])
  expect(placeLookup(new Int32Array(0))(placeId(1))).toBeUndefined()
})

test('accepts a plan without places', () => {
  expect(givenSeatModel({ ...givenSeatingPlan(), sectors: [] }, cents(1)).count).toBe(0)
})

import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SeatingPlanId, SectorId, PlaceId } from '#domain/ids.ts'
import { PLACE_KINDS } from '#domain/tickets/places.ts'
import { planVenue } from '#domain/seating-plan/plan-venue.ts'
import { seatingPlanFile } from '#server/features/seating/plan-files/seating-plan-file.ts'
import type { Place, SeatingPlan } from '../seating.ts'
import type { PlanColumns } from './plan-columns.ts'
import { readPlan } from './read-plan.ts'
import { readSeries, type Series } from './series.ts'
import { writePlan } from './write-plan.ts'

/** The precision of boxes and points in percent, and a little for the rounding of 32-bit numbers. */
const TOLERANCE = 0.01
const ROUNDING = 0.0005

const name = fc.string({ unit: 'grapheme', maxLength: 12 })
const percent = fc.double({ min: -20, max: 120, noNaN: true })
const size = fc.double({ min: 0, max: 100, noNaN: true })
const box = { x: percent, y: percent, width: size, height: size }
const seatNumber = fc.integer({ min: -5, max: 100_000 })

/** Places anywhere, in rows of any name. */
const handPlaced = fc.array(
  fc.record({
    ...box,
    placeType: fc.constantFrom('SITTING' as const, 'STANDING' as const),
    kind: fc.constantFrom(...PLACE_KINDS, undefined),
    rowName: fc.oneof(fc.constantFrom('A', 'B', 'Ω 1', ''), name),
    seatNumber,
  }),
  { maxLength: 12 },
)

/** A row on an arc, or on a line, with an aisle and numbers that leave some out. */
const arcRow = fc
  .record({ rowName: name, count: fc.integer({ min: 1, max: 30 }), aisleAt: fc.nat(30), gap: fc.nat(3), ...box })
  .chain((row) =>
    fc.record({ half: fc.double({ min: -1.4, max: 1.4, noNaN: true }), radius: size }).map(({ half, radius }) =>
      Array.from({ length: row.count }, (_, at) => {
        const angle = half * ((2 * (at + (at >= row.aisleAt ? row.gap : 0))) / (row.count + row.gap) - 1)
        return {
          placeType: 'SITTING' as const,
          rowName: row.rowName,
          seatNumber: 1 + at * (1 + row.gap),
          x: row.x + (half === 0 ? at : radius * Math.sin(angle)),
          y: row.y + (half === 0 ? 0 : radius * Math.cos(angle)),
          width: row.width,
          height: row.height,
        }
      }),
    ),
  )

const places = fc
  .tuple(handPlaced, fc.array(arcRow, { maxLength: 4 }))
  .map(([seats, rows]) => [...seats, ...rows.flat()])

const plan: fc.Arbitrary<SeatingPlan> = fc
  .record({
    id: fc.integer({ min: 1, max: 0x7fff_ffff }),
    name,
    aspect: fc.float({ min: Math.fround(0.1), max: 10, noNaN: true }),
    focalPoint: fc.record({ x: fc.float({ min: 0, max: 100, noNaN: true }), y: fc.constant(0) }),
    idGaps: fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 1_000_000 })), { maxLength: 20 }),
    sectors: fc.array(
      fc.record({
        id: fc.integer({ min: 1, max: 0x7fff_ffff }),
        name,
        ...box,
        outline: fc.option(fc.array(percent, { maxLength: 12 })),
        isAvailable: fc.boolean(),
        pricePercent: fc.nat(1000),
        places,
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ idGaps, ...plan }) => {
    let id = 0
    let at = 0
    const nextId = () => (id += idGaps[at++ % Math.max(1, idGaps.length)] ?? 1) as PlaceId
    return {
      ...plan,
      id: plan.id as SeatingPlanId,
      sectors: plan.sectors.map((sector) => ({
        ...sector,
        id: sector.id as SectorId,
        places: sector.places.map((place): Place => ({ ...place, id: nextId() })),
      })),
    }
  })

test('reads every written plan: exactly, except boxes and points, which may be off by 0.01 percent', () => {
  fc.assert(
    fc.property(plan, (plan) => {
      const { exact, rough } = parted(plan)
      const arrived = parted(planOf(readPlan(sent(writePlan(plan)))))
      expect(arrived.exact).toEqual(exact)
      expect(arrived.rough).toHaveLength(rough.length)
      const off = rough.map((value, at) => Math.abs((arrived.rough[at] ?? NaN) - value))
      expect(Math.max(0, ...off)).toBeLessThanOrEqual(TOLERANCE + ROUNDING)
    }),
  )
})

test('refuses an answer that is no plan with a RangeError, whatever was changed in it', () => {
  const change = fc.record({ at: fc.nat(), value: fc.oneof(fc.jsonValue(), fc.integer(), fc.double()) })
  fc.assert(
    fc.property(plan, fc.array(change, { minLength: 1, maxLength: 3 }), (plan, changes) => {
      const written = sent(writePlan(plan))
      for (const { at, value } of changes) {
        const slots = slotsIn(written)
        const slot = slots[at % slots.length]
        if (slot) slot.holder[slot.key] = value
      }
      expect(failureOf(sent(written))).toSatisfy((error) => error === undefined || error instanceof RangeError)
    }),
  )
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(failureOf(value)).toBeInstanceOf(RangeError)
    }),
  )
})

test('refuses a series whose count is an object that cannot become a number', () => {
  const column = new Int32Array(3)
  const series = JSON.parse('[[{"toString":""},1,2]]') as Series
  expect(() => readSeries(series, column)).toThrow(RangeError)
})

test('refuses a short answer that asks for a venue without end', () => {
  const one = { ...emptyPlan, sectors: [oneSeat] }
  const written = writePlan(one)
  const million = 1_000_001
  const endless = [
    { ...written, rows: { runs: [million] } },
    { ...written, runs: { ...written.runs, places: [million] } },
    { ...written, rows: { runs: [[million, 1, 0]] } },
    { ...written, rows: { runs: [1e300] } },
    { ...written, places: { ...written.places, id: [[1e300, 1, 0]] } },
  ]
  for (const answer of endless) expect(() => readPlan(answer)).toThrow(RangeError)
  expect(() => readPlan(endless[0])).toThrow('more than 1000000 places')
  expect(() => readPlan(endless[1])).toThrow('more than 1000000 places')
})

test('refuses columns of another length, rows without places, and another version', () => {
  const written = writePlan({ ...emptyPlan, sectors: [oneSeat] })
  const { places } = written
  expect(readPlan(written).count).toBe(1)
  expect(() => readPlan({ ...written, places: { ...places, width: [] } })).toThrow('too short')
  expect(() => readPlan({ ...written, places: { ...places, width: [1, 1] } })).toThrow('cannot be read')
  expect(() => readPlan({ ...written, places: { ...places, width: [[0, 1, 1]] } })).toThrow('cannot be read')
  expect(() => readPlan({ ...written, places: { ...places, width: [null] } })).toThrow('cannot be read')
  expect(() => readPlan({ ...written, rows: { runs: [0] } })).toThrow('no places')
  expect(() => readPlan({ ...written, version: written.version - 1 })).toThrow('no seating plan of this version')
})

test('takes less than half a byte a seat, compressed, for a venue of bowed rows with aisles', () => {
  const venue = planVenue(
    seatingPlanFile.parse({
      name: 'Hall',
      width: 40,
      height: 40,
      focus: [20, 1],
      sectors: ['Left', 'Right'].map((name) => ({
        name,
        pricePercent: 100,
        rows: [
          {
            names: '1-40',
            first: { from: [10, 3], to: [30, 3], bow: 2 },
            last: { from: [5, 36], to: [35, 36], bow: 3 },
            aisles: [0.3, 0.7],
            numbers: 'odd and even from the middle',
          },
        ],
      })),
    }),
  )
  let id = 0
  const plan = {
    ...emptyPlan,
    ...venue,
    sectors: venue.sectors.map((sector) => ({
      ...sector,
      id: 1 as SectorId,
      places: sector.places.map((place) => ({ ...place, id: (id += 1) as PlaceId })),
    })),
  }
  expect(id).toBeGreaterThan(3_000)
  expect(gzipSync(JSON.stringify(writePlan(plan))).length).toBeLessThan(id / 2)
})

const emptyPlan: SeatingPlan = {
  id: 1 as SeatingPlanId,
  name: 'Empty',
  aspect: 1,
  focalPoint: { x: 50, y: 0 },
  sectors: [],
}

const oneSeat: SeatingPlan['sectors'][number] = {
  id: 1 as SectorId,
  name: 'Stalls',
  x: 0,
  y: 0,
  width: 100,
  height: 100,
  outline: null,
  isAvailable: true,
  pricePercent: 100,
  places: [
    { id: 1 as PlaceId, placeType: 'SITTING', rowName: 'A', seatNumber: 1, x: 40, y: 40, width: 20, height: 20 },
  ],
}

/** The plan in the form of the specification again. */
function planOf({ id, name, aspect, focalPoint, sectors, ...columns }: PlanColumns): SeatingPlan {
  const placeAt = (index: number, rowName: string, placeType: Place['placeType']): Place => {
    const [width, height] = [columns.widths[index] ?? 0, columns.heights[index] ?? 0]
    return {
      id: columns.placeIds[index] as PlaceId,
      placeType,
      rowName,
      seatNumber: columns.seatNumbers[index] ?? 0,
      x: (columns.x[index] ?? 0) - width / 2,
      y: (columns.y[index] ?? 0) - height / 2,
      width,
      height,
    }
  }
  return {
    id,
    name,
    aspect,
    focalPoint,
    sectors: sectors.map(({ rows, ...sector }) => ({
      ...sector,
      places: rows.flatMap(({ name, placeType, first, end }) =>
        Array.from({ length: end - first }, (_, at) => placeAt(first + at, name, placeType)),
      ),
    })),
  }
}

/** Divides a plan into the parts that must be equal and the numbers that may be off by a little. Sorts places by id. */
function parted({ sectors, ...plan }: SeatingPlan) {
  const byId = (places: readonly Place[]) => places.toSorted((one, other) => one.id - other.id)
  return {
    exact: {
      ...plan,
      sectors: sectors.map(({ x: _x, y: _y, width: _w, height: _h, outline, places, ...sector }) => ({
        ...sector,
        corners: outline?.length,
        places: byId(places).map(({ id, placeType, rowName, seatNumber }) => ({ id, placeType, rowName, seatNumber })),
      })),
    },
    rough: sectors.flatMap(({ x, y, width, height, outline, places }) => [
      ...[x, y, width, height, ...(outline ?? [])],
      ...byId(places).flatMap((place) => [
        place.width,
        place.height,
        place.x + place.width / 2,
        place.y + place.height / 2,
      ]),
    ]),
  }
}

function failureOf(written: unknown): unknown {
  try {
    readPlan(written)
    return undefined
  } catch (error) {
    return error
  }
}

/** The value after its way through the network. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

type Slot = { readonly holder: Record<string, unknown>; readonly key: string }

/** Every place in an answer where a value stands. */
function slotsIn(value: unknown): Slot[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...slotsIn(holder[key])])
}

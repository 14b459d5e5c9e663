import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SeatingPlanId, SectorId, PlaceId } from '#domain/ids.ts'
import { planVenue } from '#domain/seating-plan/plan-venue.ts'
import { seatingPlanFile } from '#server/features/seating/plan-files/seating-plan-file.ts'
import type { Place, SeatingPlan } from '../seating.ts'
import type { PlanColumns } from './plan-columns.ts'
import { readPlan } from './read-plan.ts'
import { writePlan } from './write-plan.ts'

/** What the compact form promises of boxes and points, in percent; and a little for the rounding of our own sums. */
const TOLERANCE = 0.01
const ROUNDING = 0.0005

const name = fc.string({ unit: 'grapheme', maxLength: 12 })
const percent = fc.double({ min: -20, max: 120, noNaN: true })
const size = fc.double({ min: 0, max: 100, noNaN: true })
const box = { x: percent, y: percent, width: size, height: size }
const seatNumber = fc.integer({ min: -5, max: 100_000 })

/** Seats wherever a hand put them, in rows of any name. */
const handPlaced = fc.array(
  fc.record({
    ...box,
    placeType: fc.constantFrom('SITTING' as const, 'STANDING' as const),
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

test('whatever a plan is, it arrives: exact but for its boxes, and those to 0.01 percent', () => {
  fc.assert(
    fc.property(plan, (plan) => {
      const { exact, rough } = parted(plan)
      const arrived = parted(planOf(readPlan(writePlan(plan))))
      expect(arrived.exact).toEqual(exact)
      expect(arrived.rough).toHaveLength(rough.length)
      const off = rough.map((value, at) => Math.abs((arrived.rough[at] ?? NaN) - value))
      expect(Math.max(0, ...off)).toBeLessThanOrEqual(TOLERANCE + ROUNDING)
    }),
  )
})

test('bytes that are no plan are refused with a sentence, whatever was done to them', () => {
  const change = fc.record({ at: fc.nat(), byte: fc.nat(255), cut: fc.nat(), isCut: fc.boolean() })
  fc.assert(
    fc.property(plan, fc.array(change, { minLength: 1, maxLength: 3 }), (plan, changes) => {
      let bytes = writePlan(plan)
      for (const { at, byte, cut, isCut } of changes) {
        bytes[at % bytes.length] = byte
        if (isCut) bytes = bytes.slice(0, 1 + (cut % bytes.length))
      }
      expect(failureOf(bytes)).toSatisfy((error) => error === undefined || isClear(error))
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(failureOf(bytes)).toSatisfy((error) => error === undefined || isClear(error))
    }),
  )
})

test('a few bytes cannot ask for a house without end', () => {
  const million = [2, 1, 0, ...Array.from({ length: 12 }, () => 0)]
  expect(() => readPlan(Uint8Array.from([...million, 0xff, 0xff, 0xff, 0xff, 0x0f]))).toThrow('is more than 1000000')
  expect(() => readPlan(new Uint8Array(0))).toThrow('The bytes end too early')
  expect(() => readPlan(Uint8Array.of(9))).toThrow('another version')
  expect(() => readPlan(Uint8Array.of(...writePlan(emptyPlan), 0))).toThrow('more bytes')
})

test('a drawn house of bowed rows, aisles and boxes takes less than a byte a seat', () => {
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
  expect(writePlan(plan).length).toBeLessThan(id)
})

const emptyPlan: SeatingPlan = {
  id: 1 as SeatingPlanId,
  name: 'Empty',
  aspect: 1,
  focalPoint: { x: 50, y: 0 },
  sectors: [],
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

/** What must be the same to the letter, and the numbers that may be off by a little: places in the order of their ids. */
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

function failureOf(bytes: Uint8Array): unknown {
  try {
    readPlan(bytes)
    return undefined
  } catch (error) {
    return error
  }
}

const isClear = (error: unknown) => error instanceof RangeError || error instanceof TypeError

import { describe, expect, test } from 'vitest'
import { type ImportedVenue, planImportedVenue } from './plan-imported-venue.ts'
import type { ImportedPlace } from './imported-places.ts'
import type { Focus } from './stage-side.ts'
import { convexHullOf } from './convex-hull.ts'
import { PriceList } from './price-list.ts'
import { medianNeighbourDistance } from './neighbour-distances.ts'

let line = 1

/** `A3` is seat 3 of row A, `A` a seat of row A without a number, `3` a seat without a row. */
const seat = (name: string, x: number, y: number, more: Partial<ImportedPlace> = {}) => ({
  where: `line ${(line += 1)}`,
  sectorName: 'Stalls',
  rowName: /^[A-Z]*/.exec(name)?.[0] ?? '',
  seatNumber: /\d/.test(name) ? Number(name.replace(/^[A-Z]+/, '')) : undefined,
  at: [x, y] as const,
  ...more,
})
const floor = (capacity: number, more: Partial<ImportedPlace> = {}) => ({
  where: `line ${(line += 1)}`,
  sectorName: 'Floor',
  rowName: '',
  standing: { capacity },
  ...more,
})
const rowOf = (name: string, count: number, y: number, more: Partial<ImportedPlace> = {}) =>
  Array.from({ length: count }, (_, index) => seat(`${name}${index + 1}`, index * 10, y, more))

const planned = (
  places: readonly ImportedPlace[],
  { prices = {}, focus, stage }: { prices?: Record<string, number>; focus?: Focus } & Pick<ImportedVenue, 'stage'> = {},
) =>
  planImportedVenue({ name: 'Hall', places, stage }, { prices: new PriceList(new Map(Object.entries(prices))), focus })

const seatNamesOf = (places: readonly ImportedPlace[]) =>
  planned(places).sectors.map(({ name, places }) =>
    [name, ...places.map((one) => `${one.rowName}${one.seatNumber}`)].join(' '),
  )

/** Computes the boxes of places in percent of the plan's height, by sector, row and seat. */
function boxesOf(venue: ReturnType<typeof planned>) {
  return new Map(
    venue.sectors.flatMap((sector) =>
      sector.places.map((place) => {
        const width = (place.width / 100) * sector.width * venue.aspect
        const height = (place.height / 100) * sector.height
        const x = (sector.x + (place.x / 100) * sector.width) * venue.aspect
        return [
          `${sector.name} ${place.rowName}${place.seatNumber}`,
          { x, y: sector.y + (place.y / 100) * sector.height, width, height },
        ]
      }),
    ),
  )
}

describe('rows of an imported venue', () => {
  test('run from left to right or from top to bottom, independent of the order in the file', () => {
    expect(seatNamesOf([seat('A3', 20, 0), seat('A1', 0, 0), seat('A2', 10, 1)])).toEqual(['Stalls A1 A2 A3'])
    expect(seatNamesOf([seat('A1', 0, 20), seat('A2', 1, 0), seat('A3', 0, 10)])).toEqual(['Stalls A2 A3 A1'])
  })

  test('get consecutive numbers when their seats have none', () => {
    expect(seatNamesOf([seat('A', 20, 0), seat('A', 0, 0), seat('B9', 0, 10)])).toEqual(['Stalls A1 A2 B9'])
  })

  test('keep the order of the file, like sectors', () => {
    expect(seatNamesOf([seat('B1', 0, 0), seat('A1', 0, 10), seat('A1', 0, 20, { sectorName: 'Circle' })])).toEqual([
      'Stalls B1 A1',
      'Circle A1',
    ])
  })
})

describe('prices', () => {
  const [expensive, cheap] = [{ category: 'Cat A', pricePercent: 120 }, { category: 'Cat B' }]

  test('split a sector with several categories into one sector for each', () => {
    const { sectors } = planned([...rowOf('A', 2, 0, expensive), ...rowOf('B', 2, 10, cheap)])
    expect(sectors.map(({ name, pricePercent }) => [name, pricePercent])).toEqual([
      ['Stalls, Cat A', 120],
      ['Stalls, Cat B', 100],
    ])
    expect(planned(rowOf('A', 2, 0, expensive)).sectors).toMatchObject([{ name: 'Stalls', pricePercent: 120 }])
  })

  test('apply by category or by sector; a name of both has precedence', () => {
    const venue = [...rowOf('A', 2, 0, expensive), ...rowOf('B', 2, 10, cheap)]
    const pricesOf = (prices: Record<string, number>) =>
      planned(venue, { prices }).sectors.map(({ pricePercent }) => pricePercent)
    expect(pricesOf({ 'Cat A': 90, Stalls: 70 })).toEqual([90, 70])
    expect(pricesOf({ 'Cat A': 90, 'Stalls, Cat A': 95, 'Cat B': 0 })).toEqual([95, 0])
    expect(() => pricesOf({ Balcony: 5 })).toThrow(
      "There is a price for 'Balcony', but that is none of Stalls, Cat A; Cat A; Stalls; Stalls, Cat B; Cat B.",
    )
  })
})

describe('the drawing', () => {
  test('sizes seats by the distance to their neighbours, and keeps distances in both directions', () => {
    const boxes = boxesOf(planned([...rowOf('A', 4, 0), ...rowOf('B', 4, 20)]))
    const [first, next, behind] = ['A1', 'A2', 'B1'].map((name) => boxes.get(`Stalls ${name}`))
    const step = (next?.x ?? 0) - (first?.x ?? 0)
    expect((behind?.y ?? 0) - (first?.y ?? 0)).toBeCloseTo(2 * step, 1)
    expect(first?.width).toBeCloseTo(0.82 * step, 1)
    expect(first?.height).toBeCloseTo(first?.width ?? 0, 1)
  })

  test('limits the size of seats that are far apart', () => {
    const wide = [seat('W1', 0, 100, { sectorName: 'Far' }), seat('W2', 500, 100, { sectorName: 'Far' })]
    const boxes = boxesOf(planned([...rowOf('A', 9, 0), ...wide]))
    expect((boxes.get('Far W1')?.width ?? 0) / (boxes.get('Stalls A1')?.width ?? 1)).toBeCloseTo(1.5, 1)
  })

  test('keeps every place within its sector and every sector within the plan, behind the stage', () => {
    const venue = planned([...rowOf('A', 9, 0), ...rowOf('B', 4, 20, { sectorName: 'Circle' }), floor(40)])
    for (const box of venue.sectors.flatMap((sector) => [sector, ...sector.places])) {
      expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0)
      expect(Math.max(box.x + box.width, box.y + box.height)).toBeLessThanOrEqual(100.001)
    }
    expect(venue.focalPoint.x).toBe(50)
    expect(venue.focalPoint.y).toBeGreaterThan(0)
    expect(venue.focalPoint.y).toBeLessThan(Math.min(...venue.sectors.map(({ y }) => y)))
  })

  test('puts the focal point at the requested side, else at the stage of the file', () => {
    const rows = [...rowOf('A', 9, 0), ...rowOf('B', 9, 20)]
    const stage = { x: 20, y: -60, width: 40, height: 20 }
    expect(planned(rows, { focus: 'bottom' }).focalPoint).toMatchObject({ x: 50 })
    expect(planned(rows, { focus: 'bottom' }).focalPoint.y).toBeGreaterThan(60)
    expect(planned(rows, { focus: 'left', stage }).focalPoint).toMatchObject({ y: 50 })
    const fromFile = planned(rows, { stage })
    expect(fromFile.focalPoint.x).toBeCloseTo(50)
    expect(fromFile.focalPoint.y).toBeLessThan(30)
  })

  test('puts the focal point at a requested point, in percent of the bounding box of the places', () => {
    const rows = [...rowOf('A', 9, 0), ...rowOf('B', 9, 20)]
    const venue = planned(rows, { focus: { x: 12.5, y: 100 }, stage: { x: 20, y: -600, width: 40, height: 20 } })
    expect(venue.focalPoint).toEqual({ x: 12.5, y: 100 })
    expect(venue.aspect).toBeCloseTo((80 + 8.2 + 30) / (20 + 8.2 + 30), 2)
  })

  test.each<[string, { focus?: Focus } & Pick<ImportedVenue, 'stage'>, (x: number, y: number) => number]>([
    ['drawn below', { stage: { x: 20, y: 60, width: 40, height: 20 } }, (_, y) => -y],
    ['drawn above', { stage: { x: 20, y: -60, width: 40, height: 20 } }, (_, y) => y],
    ['drawn on the left', { stage: { x: -90, y: 5, width: 10, height: 10 } }, (x) => x],
    ['requested on the right', { focus: { x: 95, y: 40 } }, (x) => -x],
  ])('puts a standing area without a position behind all seats, with the stage %s', (_, options, distance) => {
    const boxes = boxesOf(planned([...rowOf('A', 9, 0), ...rowOf('B', 9, 20), floor(40)], options))
    const distanceOf = ({ x, y }: { x: number; y: number }) => distance(x, y)
    const floorBox = boxes.get('Floor 0') ?? { x: 0, y: 0 }
    boxes.delete('Floor 0')
    expect(distanceOf(floorBox)).toBeGreaterThan(Math.max(...[...boxes.values()].map(distanceOf)))
  })

  test('outlines a rotated sector along its seats, and a straight one by its box', () => {
    expect(planned([...rowOf('A', 4, 0), ...rowOf('B', 4, 20)]).sectors[0]?.outline).toBeNull()
    const rotated = Array.from({ length: 9 }, (_, index) => seat(`A${index + 1}`, index * 10, index * 10))
    expect(planned(rotated).sectors[0]?.outline).toHaveLength(12)
  })

  test('puts a standing area without a position behind all seats, and sizes one without a size by its capacity', () => {
    const venue = planned([...rowOf('A', 9, 0), floor(40), floor(25, { sectorName: 'Side', at: [200, 0] })])
    const boxes = boxesOf(venue)
    expect(boxes.get('Floor 0')?.y).toBeGreaterThan(boxes.get('Stalls A1')?.y ?? 0)
    const side = boxes.get('Side 0')
    expect((side?.width ?? 0) / ((boxes.get('Stalls A1')?.width ?? 1) / 0.82)).toBeCloseTo(5, 0)
    expect(planned([floor(40)]).sectors[0]?.places).toMatchObject([{ placeType: 'STANDING', capacity: 40 }])
  })
})

describe('refuses a venue that contradicts itself:', () => {
  test.each<[string, () => ImportedPlace[], RegExp]>([
    ['empty', () => [], /^There are no places in this file\.$/],
    [
      'two seats of one name',
      () => [seat('A1', 0, 0), seat('A1', 9, 0)],
      /^Stalls, row 'A': two seats are called 1, line \d+ and line \d+\.$/,
    ],
    [
      'two seats at one point',
      () => [seat('A1', 0, 0), seat('A2', 0, 0)],
      /^Two seats stand at the same point, line \d+ and line \d+\.$/,
    ],
    [
      'seats without a row',
      () => [seat('1', 0, 0), seat('2', 9, 0)],
      /^Stalls: 2 seats are in no row, the first of them line \d+\.$/,
    ],
    [
      'numbers for some',
      () => [seat('A1', 0, 0), seat('A', 9, 0)],
      /^Stalls, row 'A': 1 of 2 seats have no number, line \d+ for one\.$/,
    ],
    [
      'two prices',
      () => [seat('A1', 0, 0, { pricePercent: 90 }), seat('A2', 9, 0, { pricePercent: 80 })],
      /^Stalls: 90 percent \(line \d+\) and 80 percent \(line \d+\), but a price belongs to a whole sector\.$/,
    ],
    ['one floor twice', () => [floor(5), floor(6)], /^Floor: there is room to stand twice, line \d+ and line \d+\.$/],
  ])('%s', (_, places, sentence) => {
    expect(() => planned(places())).toThrow(sentence)
  })
})

test('computes the median distance to the nearest neighbour', () => {
  const grid = Array.from({ length: 400 }, (_, index) => [(index % 20) * 5, Math.floor(index / 20) * 7] as const)
  expect(medianNeighbourDistance(grid)).toBe(5)
  expect(medianNeighbourDistance([[0, 0]])).toBeUndefined()
  expect(
    medianNeighbourDistance([
      [0, 0],
      [0, 0],
    ]),
  ).toBeUndefined()
})

test('computes the convex hull without inner points', () => {
  const corners = convexHullOf([
    [0, 0],
    [4, 0],
    [4, 4],
    [0, 4],
    [2, 2],
    [2, 0],
  ])
  expect(corners).toHaveLength(4)
  expect(new Set(corners.map(String))).toEqual(new Set(['0,0', '4,0', '4,4', '0,4']))
})

test('refuses a seat far away from all others, and one that overlaps another', () => {
  const row = rowOf('A', 6, 0)
  const [outlier, overlapping] = [seat('B1', 5_000, 0), seat('C1', 1, 0)]
  expect(() => planned([...row, outlier, overlapping])).toThrow(
    `${outlier.where}: it is far away from all other seats.`,
  )
  expect(() => planned([...row, overlapping])).toThrow(`it lies over another seat. Likewise in ${overlapping.where}.`)
  expect(seatNamesOf([...row, seat('B1', 0, 200)])).toHaveLength(1)
})

import { describe, expect, test } from 'vitest'
import { lengthOf, lineBetween, pointOn } from './row-line.ts'
import { expandNames, seatNumbers } from './row-names.ts'
import { type RowsDrawing, seatsInBoxes } from './drawn-places.ts'
import { capacityOf, type PlanDrawing, planVenue, type SectorDrawing } from './plan-venue.ts'

const venue = (...sectors: SectorDrawing[]): PlanDrawing => ({
  name: 'Hall',
  width: 40,
  height: 20,
  focus: [20, 1],
  pitch: 0.5,
  aisleWidth: 1,
  sectors,
})

const stalls = (more: Partial<RowsDrawing> = {}): SectorDrawing => ({
  name: 'Stalls',
  pricePercent: 100,
  rows: [
    {
      names: 'A-C',
      first: { from: [10, 5], to: [15, 5] },
      last: { from: [10, 7], to: [15, 7] },
      ...more,
    },
  ],
})

const firstSectorOf = (plan: PlanDrawing) => {
  const [sector] = planVenue(plan).sectors
  if (!sector) throw new Error('a venue without sectors')
  return sector
}

const numbersOfRow = (plan: PlanDrawing, row: string) =>
  firstSectorOf(plan)
    .places.filter(({ rowName }) => rowName === row)
    .map(({ seatNumber }) => seatNumber)

const MEASURES = { pitch: 0.55, aisleWidth: 1.2 }

describe('the kinds of seats', () => {
  test('are listed by row and numbers', () => {
    const { places } = firstSectorOf(venue(stalls({ kinds: { WHEELCHAIR: ['A 1-2'], COMPANION: ['A 3', 'C 10'] } })))
    const named = places.flatMap(({ rowName, seatNumber, kind }) => (kind ? [`${rowName}${seatNumber} ${kind}`] : []))
    expect(named).toEqual(['A1 WHEELCHAIR', 'A2 WHEELCHAIR', 'A3 COMPANION', 'C10 COMPANION'])
  })

  test('are listed by box and numbers', () => {
    const boxes = { names: '1-3', front: { from: [0, 0], to: [9, 0] }, seats: [2, 2] } as const
    const kinds = { WHEELCHAIR: ['2 1'], COMPANION: ['2 2'], RESTRICTED_VIEW: ['3 3-4'] }
    const seats = seatsInBoxes({ ...boxes, kinds }, MEASURES)
    const named = seats.flatMap(({ rowName, seatNumber, kind }) => (kind ? [`${rowName} ${seatNumber} ${kind}`] : []))
    expect(named).toEqual(['2 1 WHEELCHAIR', '2 2 COMPANION', '3 3 RESTRICTED_VIEW', '3 4 RESTRICTED_VIEW'])
    const withKinds = (list: string) => () => seatsInBoxes({ ...boxes, kinds: { WHEELCHAIR: [list] } }, MEASURES)
    expect(withKinds('4 1')).toThrow('gives a kind to seat 4 1, which is not there')
  })

  test('belong to seats that are there, one kind to each', () => {
    const withKinds = (kinds: RowsDrawing['kinds']) => () => planVenue(venue(stalls({ kinds })))
    expect(withKinds({ WHEELCHAIR: ['A 99'] })).toThrow('gives a kind to seat A 99, which is not there')
    expect(withKinds({ WHEELCHAIR: ['A 1-2'], COMPANION: ['A 2'] })).toThrow('gives seat A 2 two kinds')
  })
})

describe('the line of a row', () => {
  test('is as long as the distance between its ends when straight', () => {
    expect(lengthOf({ from: [0, 0], to: [3, 4] })).toBe(5)
    expect(pointOn({ from: [0, 0], to: [3, 4] }, 0.5)).toEqual([1.5, 2])
  })

  test('bows by its radius to the right of its direction as a half circle', () => {
    const halfCircle = { from: [0, 0], to: [10, 0], bow: 5 } as const
    expect(lengthOf(halfCircle)).toBeCloseTo(5 * Math.PI)
    expect(pointOn(halfCircle, 0.5)[0]).toBeCloseTo(5)
    expect(pointOn(halfCircle, 0.5)[1]).toBeCloseTo(5)
    expect(pointOn(halfCircle, 0.5, 2)[1]).toBeCloseTo(7)
    expect(pointOn({ ...halfCircle, bow: -5 }, 0.5)[1]).toBeCloseTo(-5)
  })

  test('starts and ends at the measured points for any bow', () => {
    for (const bow of [-9, -1, 0, 0.3, 4, 9]) {
      const line = { from: [2, 3], to: [9, 1], bow } as const
      expect(pointOn(line, 0)[0]).toBeCloseTo(2)
      expect(pointOn(line, 0)[1]).toBeCloseTo(3)
      expect(pointOn(line, 1)[0]).toBeCloseTo(9)
      expect(pointOn(line, 1)[1]).toBeCloseTo(1)
    }
  })

  test('is an arc around the same centre between two arcs around one centre', () => {
    const arc = (radius: number) => {
      const corner = radius * Math.SQRT1_2
      return { from: [-corner, corner], to: [corner, corner], bow: radius - corner } as const
    }
    const between = lineBetween(arc(10), arc(20), 0.3)
    for (const share of [0, 0.2, 0.5, 0.9]) expect(Math.hypot(...pointOn(between, share))).toBeCloseTo(13)
  })
})

describe('names and numbers', () => {
  test('expands ranges of letters and of numbers', () => {
    expect(expandNames('A-C, J, K')).toEqual(['A', 'B', 'C', 'J', 'K'])
    expect(expandNames('9-11')).toEqual(['9', '10', '11'])
    expect(expandNames('Box 1-3, Director')).toEqual(['Box 1', 'Box 2', 'Box 3', 'Director'])
    expect(expandNames('AA, BB')).toEqual(['AA', 'BB'])
  })

  test('refuses a backward range, a mixed range, one of too many names, and an empty name', () => {
    expect(() => expandNames('1-999999999')).toThrow("'1-999999999' has more than 1,000 names")
    expect(expandNames('1-1000')).toHaveLength(1_000)
    expect(() => expandNames('C-A')).toThrow('runs backwards')
    expect(() => expandNames('A-3')).toThrow('from a letter to a number')
    expect(() => expandNames('A,')).toThrow('empty name')
  })

  test('numbers seats from either end, odd, even, or outwards from the middle', () => {
    expect(seatNumbers(3, 'from start')).toEqual([1, 2, 3])
    expect(seatNumbers(3, 'from end', 11)).toEqual([13, 12, 11])
    expect(seatNumbers(3, 'odd from end')).toEqual([5, 3, 1])
    expect(seatNumbers(3, 'even from start')).toEqual([2, 4, 6])
    expect(seatNumbers(5, 'odd and even from the middle')).toEqual([5, 3, 1, 2, 4])
  })
})

describe('a planned venue', () => {
  test('fills a row with as many seats as fit between its ends', () => {
    expect(numbersOfRow(venue(stalls()), 'B')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('takes the width of an aisle from the row, and continues the numbers beyond it', () => {
    const { places } = firstSectorOf(venue(stalls({ aisles: [0.5] })))
    const rowA = places.filter(({ rowName }) => rowName === 'A')
    expect(rowA.map(({ seatNumber }) => seatNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const [fourth, fifth, sixth] = rowA.slice(3)
    expect((fifth?.x ?? 0) - (fourth?.x ?? 0)).toBeCloseTo(3 * ((sixth?.x ?? 0) - (fifth?.x ?? 0)), 1)
  })

  test('takes the number of seats from the drawing, for all rows or for each', () => {
    expect(numbersOfRow(venue(stalls({ seats: 7 })), 'C')).toHaveLength(7)
    expect(numbersOfRow(venue(stalls({ seats: [4, 5, 6] })), 'B')).toHaveLength(5)
    expect(numbersOfRow(venue(stalls({ seats: 9, aisles: [0.2] })), 'A')).toHaveLength(9)
    expect(() => planVenue(venue(stalls({ seats: [4, 5] })))).toThrow('too few')
  })

  test('leaves out single seats, and refuses to leave out a seat that does not exist', () => {
    expect(numbersOfRow(venue(stalls({ without: ['A 1-2', 'A 10'] })), 'A')).toEqual([3, 4, 5, 6, 7, 8, 9])
    expect(() => planVenue(venue(stalls({ without: ['Z 1'] })))).toThrow('Hall, Stalls: leaves out seat Z 1')
  })

  test('gives the box of a place in percent of its sector, and of a sector in percent of the plan', () => {
    const sector = firstSectorOf(venue(stalls({ names: 'A', last: undefined, seats: 1 })))
    expect(sector).toMatchObject({ x: 24.063, y: 23.125, width: 14.375, height: 3.75, outline: null })
    const [place] = sector.places
    const left = sector.x + (sector.width * (place?.x ?? 0)) / 100
    const width = (sector.width * (place?.width ?? 0)) / 100
    expect((left * 40) / 100).toBeCloseTo(12.5 - 0.205, 3)
    expect((width * 40) / 100).toBeCloseTo(0.41, 3)
  })

  test('outlines curved rows along the first and the last row, with every place within the sector', () => {
    const first = { from: [5, 5], to: [25, 5], bow: 4 } as const
    const last = { from: [2, 9], to: [28, 9], bow: 5 } as const
    const sector = firstSectorOf(venue(stalls({ first, last })))
    expect(sector.outline?.length).toBeGreaterThan(12)
    for (const place of sector.places) {
      expect(Math.min(place.x, place.y)).toBeGreaterThanOrEqual(0)
      expect(place.x + place.width).toBeLessThanOrEqual(100)
      expect(place.y + place.height).toBeLessThanOrEqual(100)
    }
  })

  test('places boxes side by side and numbers their seats from the front', () => {
    const sector: SectorDrawing = {
      name: 'Boxes',
      pricePercent: 120,
      boxes: [{ names: 'Box 1-2', front: { from: [1, 1], to: [9, 1] }, seats: [2, 1] }],
    }
    const { places } = firstSectorOf(venue(sector))
    expect(places.map(({ rowName, seatNumber }) => `${rowName}/${seatNumber}`)).toEqual([
      'Box 1/1',
      'Box 1/2',
      'Box 1/3',
      'Box 2/1',
      'Box 2/2',
      'Box 2/3',
    ])
    expect(places[2]?.y).toBeGreaterThan(places[1]?.y ?? 100)
  })

  test('makes one place of a standing area, and leaves closed sectors out of the capacity', () => {
    const floor: SectorDrawing = {
      name: 'Floor',
      pricePercent: 50,
      standing: [{ capacity: 300, from: [30, 18], to: [20, 10] }],
    }
    const plan = planVenue(venue(floor, stalls(), { ...stalls(), name: 'Closed', isAvailable: false }))
    expect(plan.sectors[0]?.places).toMatchObject([{ placeType: 'STANDING', capacity: 300, rowName: '' }])
    expect(capacityOf(plan)).toEqual({ seats: 30, standing: 300 })
  })

  test('refuses two seats of one name in a sector', () => {
    const [rows] = stalls().rows ?? []
    expect(() => planVenue(venue({ ...stalls(), rows: rows ? [rows, rows] : [] }))).toThrow("row 'A' seat 1")
  })

  test('computes the aspect and the focal point', () => {
    expect(planVenue(venue(stalls()))).toMatchObject({ name: 'Hall', aspect: 2, focalPoint: { x: 50, y: 5 } })
  })
})

test('draws a row with a bow of next to nothing like a straight one', () => {
  const rowOf = (bow: number) =>
    venue(stalls({ names: 'A', first: { from: [1, 1], to: [9, 1], bow }, last: undefined }))
  expect(planVenue(rowOf(1e-300))).toEqual(planVenue(rowOf(0)))
})

test.each([0.001, 1e6])('refuses a plan that is %s m wide and 20 m high', (width) => {
  expect(() => planVenue({ ...venue(stalls()), width })).toThrow('Hall: width and height are too different')
})

describe('a drawing that nobody can draw', () => {
  const flat = { from: [10, 5], to: [10, 5] } as const
  test.each<[string, SectorDrawing, Partial<PlanDrawing>, string]>([
    [
      'a row of no length',
      stalls({ names: 'A', first: flat, last: undefined, seats: 3 }),
      {},
      'row A begins where it ends',
    ],
    ['a row without a last point', stalls({ names: 'A-B', first: flat, last: flat }), {}, 'row A begins where it ends'],
    [
      'corners on one point',
      {
        ...stalls(),
        outline: [
          [1, 1],
          [1, 1],
          [1, 1],
        ],
      },
      {},
      'its corners lie on one line',
    ],
    [
      'corners on one line',
      {
        ...stalls(),
        outline: [
          [1, 1],
          [5, 1],
          [9, 1],
        ],
      },
      {},
      'its corners lie on one line',
    ],
    [
      'boxes along no line',
      { name: 'Boxes', pricePercent: 100, boxes: [{ names: '1', front: flat, seats: [2] }] },
      {},
      'the front of 1 begins where it ends',
    ],
    [
      'a plan of next to no size',
      stalls(),
      { width: 1e-300, height: 1e-300 },
      'its places cannot be drawn on a plan of this size',
    ],
  ])('is refused: %s', (_what, sector, changes, reason) => {
    expect(() => planVenue({ ...venue(sector), ...changes })).toThrow(new RegExp(`^Hall, \\w+: ${reason}$`))
  })
})

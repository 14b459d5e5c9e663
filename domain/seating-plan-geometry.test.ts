import { describe, expect, test } from 'vitest'
import { lengthOf, lineBetween, pointOn } from './seating-plan/row-line.ts'
import { namesIn, seatNumbers } from './seating-plan/row-names.ts'
import type { RowsDrawing } from './seating-plan/drawn-places.ts'
import { capacityOf, type PlanDrawing, planVenue, type SectorDrawing } from './seating-plan-geometry.ts'

const venue = (...sectors: SectorDrawing[]): PlanDrawing => ({
  name: 'House',
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

const only = (plan: PlanDrawing) => {
  const [sector] = planVenue(plan).sectors
  if (!sector) throw new Error('a house without sectors')
  return sector
}

const numbersOfRow = (plan: PlanDrawing, row: string) =>
  only(plan)
    .places.filter(({ rowName }) => rowName === row)
    .map(({ seatNumber }) => seatNumber)

describe('a row in the house', () => {
  test('a straight row is as long as the way between its ends', () => {
    expect(lengthOf({ from: [0, 0], to: [3, 4] })).toBe(5)
    expect(pointOn({ from: [0, 0], to: [3, 4] }, 0.5)).toEqual([1.5, 2])
  })

  test('a half circle bows by its radius to the right of the walk', () => {
    const round = { from: [0, 0], to: [10, 0], bow: 5 } as const
    expect(lengthOf(round)).toBeCloseTo(5 * Math.PI)
    expect(pointOn(round, 0.5)[0]).toBeCloseTo(5)
    expect(pointOn(round, 0.5)[1]).toBeCloseTo(5)
    expect(pointOn(round, 0.5, 2)[1]).toBeCloseTo(7)
    expect(pointOn({ ...round, bow: -5 }, 0.5)[1]).toBeCloseTo(-5)
  })

  test('a row begins and ends where it was measured, however far it bows', () => {
    for (const bow of [-9, -1, 0, 0.3, 4, 9]) {
      const line = { from: [2, 3], to: [9, 1], bow } as const
      expect(pointOn(line, 0)[0]).toBeCloseTo(2)
      expect(pointOn(line, 0)[1]).toBeCloseTo(3)
      expect(pointOn(line, 1)[0]).toBeCloseTo(9)
      expect(pointOn(line, 1)[1]).toBeCloseTo(1)
    }
  })

  test('rows between two arcs around one centre are arcs around it too', () => {
    const arc = (radius: number) => {
      const reach = radius * Math.SQRT1_2
      return { from: [-reach, reach], to: [reach, reach], bow: radius - reach } as const
    }
    const between = lineBetween(arc(10), arc(20), 0.3)
    for (const share of [0, 0.2, 0.5, 0.9]) expect(Math.hypot(...pointOn(between, share))).toBeCloseTo(13)
  })
})

describe('names and numbers', () => {
  test('a list of names may hold ranges of letters and of numbers', () => {
    expect(namesIn('A-C, J, K')).toEqual(['A', 'B', 'C', 'J', 'K'])
    expect(namesIn('9-11')).toEqual(['9', '10', '11'])
    expect(namesIn('Box 1-3, Director')).toEqual(['Box 1', 'Box 2', 'Box 3', 'Director'])
    expect(namesIn('AA, BB')).toEqual(['AA', 'BB'])
  })

  test('a range that runs backwards is refused', () => {
    expect(() => namesIn('C-A')).toThrow('runs backwards')
    expect(() => namesIn('A-3')).toThrow('from a letter to a number')
    expect(() => namesIn('A,')).toThrow('empty name')
  })

  test('seats are numbered from either end, odd, even, or outwards from the middle', () => {
    expect(seatNumbers(3, 'from start')).toEqual([1, 2, 3])
    expect(seatNumbers(3, 'from end', 11)).toEqual([13, 12, 11])
    expect(seatNumbers(3, 'odd from end')).toEqual([5, 3, 1])
    expect(seatNumbers(3, 'even from start')).toEqual([2, 4, 6])
    expect(seatNumbers(5, 'odd and even from the middle')).toEqual([5, 3, 1, 2, 4])
  })
})

describe('a planned house', () => {
  test('a row takes as many seats as fit between its ends', () => {
    expect(numbersOfRow(venue(stalls()), 'B')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('an aisle takes its width from the row, and the numbers go on beyond it', () => {
    const { places } = only(venue(stalls({ aisles: [0.5] })))
    const rowA = places.filter(({ rowName }) => rowName === 'A')
    expect(rowA.map(({ seatNumber }) => seatNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const [fourth, fifth, sixth] = rowA.slice(3)
    expect((fifth?.x ?? 0) - (fourth?.x ?? 0)).toBeCloseTo(3 * ((sixth?.x ?? 0) - (fifth?.x ?? 0)), 1)
  })

  test('a house may say how many seats a row has, for all rows or for each', () => {
    expect(numbersOfRow(venue(stalls({ seats: 7 })), 'C')).toHaveLength(7)
    expect(numbersOfRow(venue(stalls({ seats: [4, 5, 6] })), 'B')).toHaveLength(5)
    expect(numbersOfRow(venue(stalls({ seats: 9, aisles: [0.2] })), 'A')).toHaveLength(9)
    expect(() => planVenue(venue(stalls({ seats: [4, 5] })))).toThrow('too few')
  })

  test('single seats can be left out, if they are there', () => {
    expect(numbersOfRow(venue(stalls({ without: ['A 1-2', 'A 10'] })), 'A')).toEqual([3, 4, 5, 6, 7, 8, 9])
    expect(() => planVenue(venue(stalls({ without: ['Z 1'] })))).toThrow('House, Stalls: leaves out seat Z 1')
  })

  test('a place is boxed in percent of its sector, a sector in percent of the plan', () => {
    const sector = only(venue(stalls({ names: 'A', last: undefined, seats: 1 })))
    expect(sector).toMatchObject({ x: 24.063, y: 23.125, width: 14.375, height: 3.75, outline: null })
    const [place] = sector.places
    const left = sector.x + (sector.width * (place?.x ?? 0)) / 100
    const width = (sector.width * (place?.width ?? 0)) / 100
    expect((left * 40) / 100).toBeCloseTo(12.5 - 0.205, 3)
    expect((width * 40) / 100).toBeCloseTo(0.41, 3)
  })

  test('curved rows are outlined along their first and last row, and every place lies within the sector', () => {
    const first = { from: [5, 5], to: [25, 5], bow: 4 } as const
    const last = { from: [2, 9], to: [28, 9], bow: 5 } as const
    const sector = only(venue(stalls({ first, last })))
    expect(sector.outline?.length).toBeGreaterThan(12)
    for (const place of sector.places) {
      expect(Math.min(place.x, place.y)).toBeGreaterThanOrEqual(0)
      expect(place.x + place.width).toBeLessThanOrEqual(100)
      expect(place.y + place.height).toBeLessThanOrEqual(100)
    }
  })

  test('boxes stand side by side and number their seats from the front', () => {
    const sector: SectorDrawing = {
      name: 'Boxes',
      pricePercent: 120,
      boxes: [{ names: 'Box 1-2', front: { from: [1, 1], to: [9, 1] }, seats: [2, 1] }],
    }
    const { places } = only(venue(sector))
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

  test('a standing area is one place for many people; closed sectors hold nobody', () => {
    const floor: SectorDrawing = {
      name: 'Floor',
      pricePercent: 50,
      standing: [{ capacity: 300, from: [30, 18], to: [20, 10] }],
    }
    const plan = planVenue(venue(floor, stalls(), { ...stalls(), name: 'Closed', isAvailable: false }))
    expect(plan.sectors[0]?.places).toMatchObject([{ placeType: 'STANDING', capacity: 300, rowName: '' }])
    expect(capacityOf(plan)).toEqual({ seats: 30, standing: 300 })
  })

  test('two seats of one name in a sector are refused', () => {
    const [rows] = stalls().rows ?? []
    expect(() => planVenue(venue({ ...stalls(), rows: rows ? [rows, rows] : [] }))).toThrow("row 'A' seat 1")
  })

  test('the plan tells its shape and where the audience looks', () => {
    expect(planVenue(venue(stalls()))).toMatchObject({ name: 'House', aspect: 2, focalPoint: { x: 50, y: 5 } })
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { seatingPlanFile } from '#server/features/seating/plan-files/seating-plan-file.ts'
import { planImportedVenue } from '#domain/seating-plan/plan-imported-venue.ts'
import { PriceList } from '#domain/seating-plan/price-list.ts'
import { type PlannedVenue, planVenue } from '#domain/seating-plan/plan-venue.ts'
import { readCsvPlan } from './csv-plan.ts'

const HEAD = 'sector,row,seat,x,y,type,percent,capacity'
const lines = (...rows: string[]) => [HEAD, ...rows].join('\n')
const placesIn = (text: string) => readCsvPlan(text).places

describe('a table of places', () => {
  test('has one place per line, with columns in any order and ignored columns', () => {
    expect(placesIn('colour,Y,x,SEAT,row,sector\nred,20,10,3,A,Stalls\n')).toEqual([
      expect.objectContaining({ where: 'line 2', sectorName: 'Stalls', rowName: 'A', seatNumber: 3, at: [10, 20] }),
    ])
  })

  test('may have semicolons, quotes over lines, decimal commas and empty lines', () => {
    const text =
      'sector;row;seat;x;y;note\r\n"Box ""Blue""; left";1;7;1,5;-2,25;"two\nlines"\r\n;;;;\r\nStalls;A;1;1.5;2\r\n'
    const places = placesIn(text)
    expect(places.map(({ where, sectorName, at }) => [where, sectorName, at])).toEqual([
      ['line 2', 'Box "Blue"; left', [1.5, -2.25]],
      ['line 5', 'Stalls', [1.5, 2]],
    ])
  })

  test.each([
    ['sep=;\r\nsector;row;seat;x;y\r\nStalls, left;A;1;1,5;2\r\n', 'Stalls, left'],
    ['SEP=,\nsector,row,seat,x,y\n"Stalls; left",A,1,1.5,2', 'Stalls; left'],
    ['"sep=\t"\nsector\trow\tseat\tx\ty\nStalls\tA\t1\t1,5\t2', 'Stalls'],
  ])('may begin with a line that names the separator: %j', (text, sectorName) => {
    expect(placesIn(text)).toMatchObject([{ where: 'line 3', sectorName, rowName: 'A', at: [1.5, 2] }])
  })

  test('has standing places with a capacity, with or without a size and a position', () => {
    const text = `${HEAD},width,height\nFloor,,,5,6,standing,50,300,4,2\nBack,,,,,STANDING,,20,,`
    expect(placesIn(text)).toMatchObject([
      { sectorName: 'Floor', at: [5, 6], pricePercent: 50, standing: { capacity: 300, size: [4, 2] } },
      { sectorName: 'Back', standing: { capacity: 20 } },
    ])
  })

  test('has seats of special kinds by their type', () => {
    const rows = ['wheelchair', 'Companion', 'RESTRICTED_VIEW', 'SITTING', '']
    const text = lines(...rows.map((type, at) => `Stalls,A,${at + 1},${at},0,${type},,`))
    expect(placesIn(text).map(({ kind }) => kind)).toEqual([
      'WHEELCHAIR',
      'COMPANION',
      'RESTRICTED_VIEW',
      undefined,
      undefined,
    ])
  })

  test.each([
    ['by its type', 'Wherever,9,9,10,-4,stage,,,20,6'],
    ['by its name in a line without a seat', 'BÜHNE,,,10,-4,,,,20,6'],
  ])('recognises the stage %s and counts it as no place', (_, line) => {
    const venue = readCsvPlan(`${HEAD},width,height\n${line}\nStalls,A,1,0,0`)
    expect(venue.stage).toEqual({ x: 0, y: -7, width: 20, height: 6 })
    expect(venue.places).toMatchObject([{ where: 'line 3', sectorName: 'Stalls' }])
  })

  test('reads a stage without a size as a point, several as one, and a sector named Stage as a sector', () => {
    expect(readCsvPlan(lines('Stage,,,5,6')).stage).toEqual({ x: 5, y: 6, width: 0, height: 0 })
    expect(readCsvPlan(lines(',,,5,6,STAGE', ',,,9,3,STAGE')).stage).toEqual({ x: 5, y: 3, width: 4, height: 3 })
    const venue = readCsvPlan(lines('Stage,A,1,0,0', 'Stage,,,,,STANDING,,40'))
    expect(venue.stage).toBeUndefined()
    expect(venue.places).toMatchObject([{ sectorName: 'Stage' }, { sectorName: 'Stage' }])
  })

  test('reads a seat number from the end of a label, and none from an empty label', () => {
    const numberOf = (seat: string) => placesIn(lines(`S,A,${seat},1,1`))[0]?.seatNumber
    expect(['12', 'A-12', 'A12', 'Seat 007', ''].map(numberOf)).toEqual([12, 12, 12, 7, undefined])
  })

  test.each([
    ['', 'The first line has to name the columns sector, row, seat, x and y; it lacks sector, row, seat, x, y.'],
    ['sector,row,x,y\n', 'The first line has to name the columns sector, row, seat, x and y; it lacks seat.'],
    ['sector,row,seat,x,y,X\n', "The header names the column 'x' twice."],
    [lines('S,A,1,here,1'), "line 2: x: 'here' is no number."],
    [lines('S,A,1,1,1', 'S,A,2,,1'), 'line 3: a seat needs a position, x and y.'],
    [lines('S,A,12a,1,1'), "line 2: '12a' holds no number, and a seat is called by one."],
    [lines('S,A,1.5,1,1'), "line 2: '1.5' holds no number, and a seat is called by one."],
    [lines('S,A,100001,1,1'), 'line 2: seat: The maximum value allowed is 100,000.'],
    [lines(' ,A,1,1,1'), 'line 2: sector: Value is required.'],
    [lines(`${'S'.repeat(256)},A,1,1,1`), 'line 2: sector: The maximum length allowed is 255.'],
    [lines(`S,${'A'.repeat(256)},1,1,1`), 'line 2: row: '],
    [lines('S,A,1,1,1,SITTING,1001'), 'line 2: percent: The maximum value allowed is 1,000.'],
    [lines('S,A,1,1,1,SITTING,99.5'), 'line 2: percent: The value must be a whole number.'],
    [lines('S,A,1,1e300,1'), 'line 2: position: The maximum value allowed is 1,000,000,000.'],
    [
      lines('S,A,1,1,1,SOFA'),
      "line 2: type: 'SOFA' is none of SITTING, STANDING, WHEELCHAIR, COMPANION, RESTRICTED_VIEW and STAGE.",
    ],
    [lines('Stage,,,5,'), 'line 2: the stage needs a position, x and y.'],
    [lines('Stage,,,5,1e300'), 'line 2: position: The maximum value allowed is 1,000,000,000.'],
    [`${HEAD},width,height\nStage,,,5,5,STAGE,,,0,1`, 'line 2: size: The value must be greater than 0.'],
    [lines('S,,,1,1,STANDING,50,'), 'line 2: capacity: Value is required.'],
    [lines('S,,,1,1,STANDING,50,0'), 'line 2: capacity: The minimum value allowed is 1.'],
    [lines('"S,A,1,1,1'), 'line 2: a quote is opened and never closed.'],
    [lines('"S"x,A,1,1,1'), 'line 2: there is text behind a closing quote.'],
  ])('is refused with a sentence: %j', (text, sentence) => {
    expect(() => readCsvPlan(text)).toThrow(RangeError)
    expect(() => readCsvPlan(text)).toThrow(sentence)
  })

  test('is refused if a point may group thousands or separate decimals', () => {
    const points = (...values: string[]) =>
      ['sector;row;seat;x;y', ...values.map((value, index) => `S;A;${index + 1};${value};0`)].join('\n')
    expect(() => readCsvPlan(points('950', '1.000', '1.050'))).toThrow(
      "line 3: x: '1.000' may be meant with or without thousands: write it without a point.",
    )
    expect(placesIn(points('0.950', '1.000', '1.050')).map(({ at }) => at?.[0])).toEqual([0.95, 1, 1.05])
    expect(placesIn(points('950', '1000', '1050,5')).map(({ at }) => at?.[0])).toEqual([950, 1000, 1050.5])
  })

  test('reports an unreadable number once, not also as missing', () => {
    expect(refusalOf(lines('S,A,1,here,1'))).toBe("line 2: x: 'here' is no number.")
    expect(refusalOf(lines('S,,,1,1,STANDING,50,many'))).toBe("line 2: capacity: 'many' is no number.")
  })

  test('reports the same fault of many lines once', () => {
    const text = lines(...Array.from({ length: 12 }, (_, index) => `S,A,${'x'.repeat(index + 1)},1,1`))
    expect(refusalOf(text)).toBe("line 2: 'x' holds no number, and a seat is called by one. Likewise in lines 3–13.")
  })
})

function refusalOf(text: string): string {
  try {
    readCsvPlan(text)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return ''
}

describe('a demo plan, written as a table and read again', () => {
  test.each(['stadttheater-am-kai', 'oper-am-sternplatz', 'zugvogel-arena-all-round'])('%s', (name) => {
    const url = new URL(`../../../../demo/plans/${name}.json`, import.meta.url)
    const venue = planVenue(seatingPlanFile.parse(JSON.parse(readFileSync(url, 'utf8'))))
    const again = planImportedVenue(
      { name: venue.name, places: placesIn(tableOf(venue)) },
      { prices: new PriceList(new Map()) },
    )
    expect(again.sectors.map(({ name, pricePercent }) => [name, pricePercent])).toEqual(
      venue.sectors.map(({ name, pricePercent }) => [name, pricePercent]),
    )
    const [before, after] = [venue, again].map((one) => new Map(spotsOf(one).map((spot) => [spot.name, spot])))
    expect([...(after?.keys() ?? [])].toSorted()).toEqual([...(before?.keys() ?? [])].toSorted())
    const first = [...(before?.keys() ?? [])][0] ?? ''
    const [from, to] = [before?.get(first), after?.get(first)]
    const last = [...(before?.keys() ?? [])].at(-1) ?? ''
    const scale = distance(to, after?.get(last)) / distance(from, before?.get(last))
    for (const [name, spot] of before ?? []) {
      const moved = after?.get(name)
      expect(moved?.capacity).toBe(spot.capacity)
      expect((moved?.x ?? 0) - (to?.x ?? 0)).toBeCloseTo(scale * (spot.x - (from?.x ?? 0)), 1)
      expect((moved?.y ?? 0) - (to?.y ?? 0)).toBeCloseTo(scale * (spot.y - (from?.y ?? 0)), 1)
    }
  })
})

type Spot = { name: string; x: number; y: number; width: number; height: number; capacity: number }

const distance = (a: Spot | undefined, b: Spot | undefined) =>
  Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0))

/** Returns the centres of all places, in percent of the plan's height. */
function spotsOf({ sectors, aspect }: PlannedVenue): (Spot & { sector: PlannedVenue['sectors'][number] })[] {
  return sectors.flatMap((sector) =>
    sector.places.map((place) => ({
      sector,
      name: `${sector.name}/${place.rowName}/${place.seatNumber}`,
      x: (sector.x + ((place.x + place.width / 2) / 100) * sector.width) * aspect,
      y: sector.y + ((place.y + place.height / 2) / 100) * sector.height,
      width: (place.width / 100) * sector.width * aspect,
      height: (place.height / 100) * sector.height,
      capacity: place.capacity,
    })),
  )
}

function tableOf(venue: PlannedVenue): string {
  const rows = spotsOf(venue).map(({ sector, name, x, y, width, height, capacity }) => {
    const [, row, seat] = name.split('/')
    const size = capacity > 1 ? [width, height] : ['', '']
    const type = capacity > 1 ? 'STANDING' : 'SITTING'
    return [`"${sector.name}"`, row, seat, x, y, type, sector.pricePercent, capacity, ...size].join(',')
  })
  return [`${HEAD},width,height`, ...rows].join('\n')
}

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seatingPlan } from '#contract/seating.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { addSeatingPlan } from './add-seating-plan.ts'
import { planTable } from './plan-table.ts'
import { type PlanFileOptions, readPlanFile } from './read-plan-file.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const bytes = (text: string) => new TextEncoder().encode(text)
const json = (value: object) => bytes(JSON.stringify(value))

const point = (x: number, y: number) => ({ x, y })
const numbers = [1, 2, 3]

/** The same venue in each format: two rows of three seats and, if the format supports it, standing room for 50. */
const files: Record<string, { file: Uint8Array; options: PlanFileOptions }> = {
  'its own JSON': {
    file: json({
      name: 'Own',
      width: 10,
      height: 10,
      focus: [5, 1],
      sectors: [
        {
          name: 'Stalls',
          pricePercent: 120,
          rows: [{ names: 'A-B', seats: 3, first: { from: [2, 4], to: [8, 4] }, last: { from: [2, 5], to: [8, 5] } }],
        },
        { name: 'Floor', pricePercent: 50, standing: [{ capacity: 50, from: [2, 7], to: [8, 9] }] },
      ],
    }),
    options: {},
  },
  pretix: {
    file: json({
      name: 'pretix',
      categories: [{ name: 'Best' }],
      zones: [
        {
          name: 'Stalls',
          position: point(100, 0),
          areas: [{ shape: 'text' }],
          rows: ['A', 'B'].map((row_number, row) => ({
            row_number,
            position: point(0, row * 25),
            seats: numbers.map((seat) => ({
              seat_number: `${seat}`,
              seat_guid: `${row} ${seat}`,
              position: point(seat * 20, 0),
              category: 'Best',
            })),
          })),
        },
      ],
    }),
    options: { percents: new Map([['Best', 120]]) },
  },
  Spektrix: {
    file: json({
      id: '1',
      venueId: '2',
      baseSeatingArea: {
        type: 'Group',
        areas: [
          {
            type: 'Reserved',
            name: 'Stalls',
            seats: ['A', 'B'].flatMap((row, y) => numbers.map((number) => ({ row, number, x: number * 9, y: y * 9 }))),
          },
          { type: 'Unreserved', name: 'Floor', capacity: 50 },
        ],
      },
    }),
    options: {
      name: 'Spektrix',
      percents: new Map([
        ['Stalls', 120],
        ['Floor', 50],
      ]),
    },
  },
  CSV: {
    file: bytes(
      [
        '\uFEFFsector;row;seat;x;y;type;percent;capacity',
        ...['A', 'B'].flatMap((row, y) => numbers.map((seat) => `Stalls;${row};${seat};${seat},5;${y};;120;`)),
        'Floor;;;2;9;STANDING;50;50',
      ].join('\r\n'),
    ),
    options: { name: 'CSV' },
  },
  SVG: {
    file: bytes(`<?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>
      <svg xmlns="&ns_svg;" viewBox="0 0 100 100"><title>SVG</title>
        <rect id="stage" x="20" width="60" height="10"/>
        <g id="Stalls" data-percent="120">
          ${['A', 'B'].map((row, y) => `<g id="${row}">${numbers.map((seat) => `<circle cx="${seat * 20}" cy="${30 + y * 20}" r="8"/>`).join('')}</g>`).join('')}
        </g>
        <g id="Floor" data-percent="50"><rect data-capacity="50" x="10" y="70" width="80" height="20"/></g>
      </svg>`),
    options: {},
  },
}

const venueIn = (file: Uint8Array, options?: PlanFileOptions) => readPlanFile(file, options).venue

describe.each(Object.entries(files))('a plan file in %s', (format, { file, options }) => {
  test('becomes a plan that is listed and that a show can use', async () => {
    const id = await addSeatingPlan(shop.db, venueIn(file, options))
    const name = format === 'its own JSON' ? 'Own' : format
    const found = (await shop.ask('GET', `/seatingplans?name=${name}`)).json()
    expect(found).toMatchObject({ total: 1, elements: [{ id, name }] })

    const { showId } = await givenShow(shop.db)
    await shop.owner.updateTable('event_shows').set({ seating_plan_id: id }).where('id', '=', showId).execute()
    const plan = seatingPlan.parse((await shop.ask('GET', `/seatingplans/event-show/${showId}`)).json())
    const [stalls, floor] = plan.sectors
    expect(stalls).toMatchObject({ name: 'Stalls', pricePercent: 120, isAvailable: true })
    expect(stalls?.places.map(({ rowName, seatNumber }) => `${rowName}${seatNumber}`)).toEqual([
      ...['A1', 'A2', 'A3'],
      ...['B1', 'B2', 'B3'],
    ])
    if (format === 'pretix') return
    expect(floor).toMatchObject({ name: 'Floor', pricePercent: 50, places: [{ placeType: 'STANDING' }] })
    const rooms = await shop.ask('GET', `/seatingplans/capacity?seatingPlanId=${id}&eventShowId=${showId}`)
    expect(rooms.json().elements).toMatchObject([{ capacity: 50, occupied: 0 }])
  })
})

const countPlans = async (name: string) => (await shop.ask('GET', `/seatingplans?name=${name}`)).json().total
const venue = (name: string) => venueIn(bytes('sector,row,seat,x,y\nStalls,A,1,0,0\nStalls,A,2,1,0'), { name })

test('accepts a name once, ignoring case, for racing imports too', async () => {
  for (let round = 0; round < 3; round++) {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => addSeatingPlan(shop.db, venue(at % 2 ? `Hall ${round}` : `HALL ${round}`))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await countPlans(`hall ${round}`)).toBe(1)
  }
  await expect(addSeatingPlan(shop.db, venue('hall 0'))).rejects.toThrow(
    "There is a seating plan called 'hall 0' already, and plans never change.",
  )
})

test('summarises the places and prices of a venue', () => {
  const { file, options } = files['CSV'] ?? { file: bytes(''), options: {} }
  expect(planTable(venueIn(file, options)).split('\n')).toEqual([
    'CSV (seats: 6, standing: 50)',
    '',
    'sector  rows  seats  standing  price',
    'Stalls     2      6         0  120 %',
    'Floor      0      0        50   50 %',
    '',
    'Focal point: 50,14 (percent from the left and from the top).',
  ])
})

test('reads the demo’s plans like any other file', () => {
  const file = readFileSync(new URL('../../../demo/plans/studio-zelva.json', import.meta.url))
  const options = { name: 'Other', focus: 'bottom', percents: new Map([['Parkett', 77]]) } as const
  const sectors = venueIn(file).sectors.map(({ name }) => name)
  expect(sectors.length).toBeGreaterThan(0)
  expect(() => venueIn(file, options)).toThrow(
    `There is a price for 'Parkett', but that is none of ${sectors.join('; ')}.`,
  )
  const percents = new Map(sectors.map((name) => [name, 77]))
  const other = venueIn(file, { ...options, percents })
  expect(other).toMatchObject({ name: 'Other', focalPoint: { x: 50, y: 100 } })
  expect(new Set(other.sectors.map(({ pricePercent }) => pricePercent))).toEqual(new Set([77]))
  expect(venueIn(file, { focus: { x: 30, y: 4 } }).focalPoint).toEqual({ x: 30, y: 4 })
})

test.each<[string, Uint8Array, string]>([
  ['nothing', bytes(''), 'The first line has to name the columns'],
  ['another encoding', Uint8Array.of(0xff, 0xfe, 0x41, 0x00), 'The file is not text in UTF-8.'],
  ['broken JSON', bytes('{"name": '), 'This is not valid JSON: '],
  ['another JSON', bytes('[1]'), 'This JSON has neither sectors'],
  ['an unknown field', json({ sectors: [], seats: 1 }), 'name: Value is required.'],
  [
    'a broken drawing',
    bytes('<svg><g></svg>'),
    'This is not valid SVG: Missing end tag for element g (line 1, column 9)',
  ],
  ['another drawing', bytes('<html/>'), 'This is no drawing, but a <html>.'],
  ['an empty drawing', bytes('<svg/>'), 'There are no places in this file.'],
])('refuses a file with %s in a sentence', (_, file, sentence) => {
  expect(() => venueIn(file, { name: 'Hall' })).toThrow(RangeError)
  expect(() => venueIn(file, { name: 'Hall' })).toThrow(sentence)
})

test('needs a name, in the file or as an option', () => {
  const file = bytes('sector,row,seat,x,y\nStalls,A,1,0,0')
  expect(() => venueIn(file)).toThrow("This file does not give the plan's name.")
  expect(() => venueIn(file, { name: 'N'.repeat(256) })).toThrow('name: The maximum length allowed is 255.')
  expect(venueIn(file, { name: '  Hall ' }).name).toBe('Hall')
})

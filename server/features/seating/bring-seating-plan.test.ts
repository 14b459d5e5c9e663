import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seatingPlan } from '#contract/seating.ts'
import { givenShow } from '#server/testing/given.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { bringSeatingPlan } from './bring-seating-plan.ts'
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

/** The same two rows of three seats and, where the format knows such a thing, room for 50 to stand. */
const files: Record<string, { file: Uint8Array; wishes: PlanFileOptions }> = {
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
    wishes: {},
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
    wishes: { percents: new Map([['Best', 120]]) },
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
    wishes: {
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
    wishes: { name: 'CSV' },
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
    wishes: {},
  },
}

describe.each(Object.entries(files))('a house brings its plan as %s', (format, { file, wishes }) => {
  test('and sells by it: it is among the plans, and a show shows every place', async () => {
    const id = await bringSeatingPlan(shop.db, readPlanFile(file, wishes))
    const name = format === 'its own JSON' ? 'Own' : format
    const found = (await shop.ask('GET', `/seatingplans?name=${name}`)).json()
    expect(found).toMatchObject({ total: 1, elements: [{ id, name }] })

    const { showId } = await givenShow(shop.db)
    await shop.db.updateTable('event_shows').set({ seating_plan_id: id }).where('id', '=', showId).execute()
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

const plansCalled = async (name: string) => (await shop.ask('GET', `/seatingplans?name=${name}`)).json().total
const venue = (name: string) => readPlanFile(bytes('sector,row,seat,x,y\nStalls,A,1,0,0\nStalls,A,2,1,0'), { name })

test('a name is taken once, whatever its case and however many bring it at once', async () => {
  for (let round = 0; round < 3; round++) {
    const brought = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        bringSeatingPlan(shop.db, venue(at % 2 ? `Hall ${round}` : `HALL ${round}`)),
      ),
    )
    expect(brought.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await plansCalled(`hall ${round}`)).toBe(1)
  }
  await expect(bringSeatingPlan(shop.db, venue('hall 0'))).rejects.toThrow(
    "There is a seating plan called 'hall 0' already, and plans never change.",
  )
})

test('who brings a plan is told what it holds and costs', () => {
  const { file, wishes } = files['CSV'] ?? { file: bytes(''), wishes: {} }
  expect(planTable(readPlanFile(file, wishes)).split('\n')).toEqual([
    'CSV (seats: 6, room to stand: 50)',
    '',
    'sector  rows  seats  standing  price',
    'Stalls     2      6         0  120 %',
    'Floor      0      0        50   50 %',
    '',
    'Everybody looks to the point 50,14 (percent from the left and from the top).',
  ])
})

test('the demo’s plans are files like any other', () => {
  const file = readFileSync(new URL('../../../demo/plans/studio-zelva.json', import.meta.url))
  const wishes = { name: 'Other', focus: 'bottom', percents: new Map([['Parkett', 77]]) } as const
  const sectors = readPlanFile(file).sectors.map(({ name }) => name)
  expect(sectors.length).toBeGreaterThan(0)
  expect(() => readPlanFile(file, wishes)).toThrow(
    `There is a price for 'Parkett', but that is none of ${sectors.join('; ')}.`,
  )
  const percents = new Map(sectors.map((name) => [name, 77]))
  const other = readPlanFile(file, { ...wishes, percents })
  expect(other).toMatchObject({ name: 'Other', focalPoint: { x: 50, y: 100 } })
  expect(new Set(other.sectors.map(({ pricePercent }) => pricePercent))).toEqual(new Set([77]))
  expect(readPlanFile(file, { focus: { x: 30, y: 4 } }).focalPoint).toEqual({ x: 30, y: 4 })
})

test.each<[string, Uint8Array, string]>([
  ['nothing', bytes(''), 'The first line has to name the columns'],
  ['another language of letters', Uint8Array.of(0xff, 0xfe, 0x41, 0x00), 'The file is no text in UTF-8.'],
  ['broken JSON', bytes('{"name": '), 'This is no JSON: '],
  ['another JSON', bytes('[1]'), 'This JSON has neither sectors'],
  ['a field nobody knows', json({ sectors: [], seats: 1 }), 'name: Value is required.'],
  ['a broken drawing', bytes('<svg><g></svg>'), 'This is no SVG: Missing end tag for element g (line 1, column 9)'],
  ['another drawing', bytes('<html/>'), 'This is no drawing, but a <html>.'],
  ['an empty drawing', bytes('<svg/>'), 'There are no places in this file.'],
])('a file that holds %s is refused in a sentence', (_, file, sentence) => {
  expect(() => readPlanFile(file, { name: 'Hall' })).toThrow(RangeError)
  expect(() => readPlanFile(file, { name: 'Hall' })).toThrow(sentence)
})

test('a house has a name: its own, or one that is given to it', () => {
  const file = bytes('sector,row,seat,x,y\nStalls,A,1,0,0')
  expect(() => readPlanFile(file)).toThrow(
    'This file does not say what the house is called: say it with --name "Hall".',
  )
  expect(() => readPlanFile(file, { name: 'N'.repeat(256) })).toThrow('name: The maximum length allowed is 255.')
  expect(readPlanFile(file, { name: '  Hall ' }).name).toBe('Hall')
})

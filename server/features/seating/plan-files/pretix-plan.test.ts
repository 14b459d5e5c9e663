import { expect, test } from 'vitest'
import { readPretixPlan } from './pretix-plan.ts'

const at = (x: number, y: number) => ({ x, y })
const seat = (seat_number: string, x: number, category = 'Cat A', more: object = {}) => ({
  seat_guid: `guid ${seat_number}`,
  seat_number,
  position: at(x, 0),
  category,
  ...more,
})
const row = (row_number: string, y: number, ...seats: object[]) => ({ row_number, position: at(0, y), seats })
const zone = (name: string, x: number, ...rows: object[]) => ({ name, position: at(x, 100), displayed: true, rows })
const plan = (...zones: object[]) => ({ name: 'Playhouse', categories: [{ name: 'Cat A', color: '#f00' }], zones })

test('adds the positions of the zone, the row and the seat', () => {
  const venue = readPretixPlan(plan(zone('Stalls', 1000, row('A', 20, seat('1', 5), seat('2', 30)))))
  expect(venue.name).toBe('Playhouse')
  expect(venue.places.map(({ at, sectorName, rowName, seatNumber }) => [sectorName, rowName, seatNumber, at])).toEqual([
    ['Stalls', 'A', 1, [1005, 120]],
    ['Stalls', 'A', 2, [1030, 120]],
  ])
})

test('reads the kind of a seat from words in the name of its category', () => {
  const categories = ['Wheelchair', 'Wheelchair companion', 'Sichtbehinderung 50 %', 'Cat A']
  const { places } = readPretixPlan(
    plan(zone('Stalls', 0, row('A', 0, ...categories.map((category, at) => seat(String(at + 1), at, category))))),
  )
  expect(places.map(({ kind }) => kind)).toEqual(['WHEELCHAIR', 'COMPANION', 'RESTRICTED_VIEW', undefined])
})

test('reads a category’s price from the percentage in its name', () => {
  const { places } = readPretixPlan(
    plan(
      zone(
        'Stalls',
        0,
        row(
          'A',
          0,
          seat('1', 0, 'Premium 150 %'),
          seat('2', 1, '75% reduced'),
          seat('3', 2, 'Plain'),
          seat('4', 3, 'Reduced -20 %'),
        ),
      ),
    ),
  )
  expect(places.map(({ pricePercent, category }) => [category, pricePercent])).toEqual([
    ['Premium 150 %', 150],
    ['75% reduced', 75],
    ['Plain', undefined],
    ['Reduced -20 %', undefined],
  ])
})

test('ignores areas, sizes, radii and the API answer around the plan', () => {
  const drawn = { shape: 'polygon', position: at(0, 0), color: '#eee' }
  const more = {
    ...plan({ ...zone('Stalls', 0, row('A', 0, seat('1', 0, 'Cat A', { radius: 9 }))), areas: [drawn] }),
    size: {},
  }
  const decoration = { name: 'Foyer', position: at(0, 0), rows: [], areas: [drawn] }
  const answer = { id: 2, name: 'Main plan', layout: { ...more, zones: [...more.zones, decoration] } }
  expect(readPretixPlan(answer).places).toHaveLength(1)
})

const labelled = (text: string, x = 0, y = 0) => ({ text: { text, color: '#000', size: 16, position: at(x, y) } })
const stageOf = (...areas: object[]) =>
  readPretixPlan(plan({ ...zone('Stalls', 1000, row('A', 20, seat('1', 5))), areas })).stage

test.each<[string, object, object]>([
  ['rectangle', { rectangle: { width: 200, height: 40 } }, { x: 1010, y: 60, width: 200, height: 40 }],
  ['circle', { circle: { radius: 30 } }, { x: 980, y: 30, width: 60, height: 60 }],
  ['ellipse', { ellipse: { radius: at(30, 10) } }, { x: 980, y: 50, width: 60, height: 20 }],
  ['polygon', { polygon: { points: [at(0, 0), at(80, 0), at(40, 30)] } }, { x: 1010, y: 60, width: 80, height: 30 }],
])('recognises a %s named as the stage', (shape, drawn, stage) => {
  expect(stageOf({ shape, position: at(10, -40), rotation: 0, ...drawn, ...labelled('Bühne', 9, 9) })).toEqual(stage)
})

test('reads rotated stages, text without a shape, and several areas as one stage', () => {
  const turned = { shape: 'rectangle', position: at(0, 0), rotation: 90, rectangle: { width: 200, height: 40 } }
  const { x, y, width, height } = stageOf({ ...turned, ...labelled('STAGE / SCREEN') }) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  expect([x, y, width, height].map(Math.round)).toEqual([960, 100, 40, 200])
  const word = { shape: 'text', position: at(10, -40), ...labelled('Stage', 5, 2) }
  expect(stageOf(turned, word)).toEqual({ x: 1015, y: 62, width: 0, height: 0 })
  expect(stageOf(word, { ...word, position: at(30, -80) })).toEqual({ x: 1015, y: 22, width: 20, height: 40 })
})

test('finds no stage in other names and unknown shapes', () => {
  const circle = { shape: 'circle', position: at(0, 0), circle: { radius: 5 } }
  expect(stageOf({ ...circle, ...labelled('Stage door') })).toBeUndefined()
  expect(stageOf({ ...circle, ...labelled('') })).toBeUndefined()
  expect(stageOf({ text: 'Stage' }, { shape: 'star', position: 'left', ...labelled('Stage') })).toBeUndefined()
})

test('numbers zones and rows without a name', () => {
  const nameless = { position: at(0, 0), rows: [{ seats: [seat('1', 0)] }, { seats: [seat('1', 1)] }] }
  const { places } = readPretixPlan(plan(nameless))
  expect(places.map(({ sectorName, rowName }) => [sectorName, rowName])).toEqual([
    ['Zone 1', '1'],
    ['Zone 1', '2'],
  ])
})

test.each([
  [
    plan(zone('Stalls', 0, row('A', 0, seat('left', 0)))),
    "zone 'Stalls', row 'A', seat 'left': 'left' holds no number",
  ],
  [
    plan(zone('Stalls', 0, row('A', 0, seat('1', 0, '2000 %')))),
    "seat '1': percent: The maximum value allowed is 1,000.",
  ],
  [
    plan(zone('Stalls', 0, { row_number: 'A', seats: [{ seat_number: '1' }] })),
    'zones 1, rows 1, seats 1, position: Value is required.',
  ],
  [
    plan(zone('Stalls', 0, row('A', 0, seat('1', 0, 'Cat A', { position: { x: '4', y: 0 } })))),
    'zones 1, rows 1, seats 1, position, x: ',
  ],
  [{ zones: [] }, 'name: Value is required.'],
  [{ name: 'House', zones: {} }, 'zones: '],
])('what contradicts the format is refused with its zone, row and seat (%#)', (json, sentence) => {
  expect(() => readPretixPlan(json)).toThrow(sentence)
})

import { expect, test } from 'vitest'
import { cents } from '../money.ts'
import { bestAvailable, sectorsWithin } from './best-available.ts'
import { givenLayout, type GivenSector } from './sample-layout.ts'
import { seatingOf } from './seating.ts'
import { bestSpotOf } from './best-spot.ts'

function find(tickets: number, sectors: GivenSector[], wanted = sectors.map(() => true)) {
  const { layout, free } = givenLayout(...sectors)
  const best = bestAvailable(seatingOf(layout), free, { tickets, sectors: wanted })
  return best && [best.arrangement, best.places]
}

test('places a party in the middle of the row nearest to the stage', () => {
  expect(find(2, [{ rows: ['......', '......'] }])).toEqual(['row', [2, 3]])
})

test('places a party side by side, never across an aisle or a taken seat', () => {
  expect(find(3, [{ rows: ['.. ..', '.x.x.', '... ...'] }])).toEqual(['row', [9, 10, 11]])
})

test('avoids an orphan seat if possible, even at the cost of a better view', () => {
  expect(find(2, [{ rows: ['x...x', '.....'] }])).toEqual(['row', [5, 6]])
  expect(find(2, [{ rows: ['x...x', 'xx.xx'] }])).toEqual(['row_leaving_one', [1, 2]])
})

test('places a single person on an existing orphan seat', () => {
  expect(find(1, [{ rows: ['x.x', '.x.'] }])).toEqual(['row', [1]])
})

test('splits a party over two adjacent rows when no row has room, without a person alone in a row', () => {
  expect(find(4, [{ rows: ['x..x', 'x..x', '...x'] }])).toEqual(['two_rows', [1, 2, 5, 6]])
  expect(find(4, [{ rows: ['x...', 'xx..', '..xx'] }])?.[0]).toBe('two_rows')
})

test('prefers two rows to one row far away for a large party, never for a small one', () => {
  const sectors = [{ rows: ['..........', '..........'] }, { rows: ['............'], from: 40 }]
  expect(find(12, sectors)?.[0]).toBe('two_rows')
  expect(find(12, [{ rows: ['..........', '..........'] }, { rows: ['............'], from: 9 }])?.[0]).toBe('row')
  expect(find(4, [{ rows: ['..', '..'] }, { rows: ['....'], from: 40 }])?.[0]).toBe('row')
})

test('reports seats far from one another as apart', () => {
  const far = find(3, [{ rows: ['.xxxxxxxxxxxxxxxxxxx.xxxxxxxxxxxxxxxxxxx.'] }])
  expect(far).toEqual(['apart', [0, 20, 40]])
})

test('places a scattered party as close together as possible, also across sectors', () => {
  expect(find(3, [{ rows: ['x.x.x'] }, { rows: ['x.xxx'], from: 4 }, { rows: ['.x.x.'], from: 40 }])).toEqual([
    'nearby',
    [1, 3, 6],
  ])
})

test('uses standing places last: one for all if possible, else several', () => {
  expect(find(3, [{ rows: ['.x.'] }, { standing: [2, 5] }])).toEqual(['standing', [4, 4, 4]])
  expect(find(3, [{ rows: ['.x.'] }, { standing: [2, 2] }])).toEqual(['standing', [3, 3, 4]])
  expect(find(2, [{ rows: ['.x.'] }, { standing: [2, 5] }])?.[0]).toBe('nearby')
})

test('returns undefined when neither the seats nor the standing places suffice for all', () => {
  expect(find(1, [{ rows: ['xxx'] }, { standing: [0] }])).toBeUndefined()
  expect(find(3, [{ rows: ['.x.'] }, { standing: [2] }])).toBeUndefined()
  expect(find(1, [])).toBeUndefined()
})

test('skips sectors above the price limit and unavailable ones', () => {
  const sectors = [
    { isAvailable: true, price: cents(9_000) },
    { isAvailable: false, price: cents(1_000) },
    { isAvailable: true, price: cents(4_500) },
  ]
  expect(sectorsWithin(sectors, cents(4_500))).toEqual([false, false, true])
  expect(sectorsWithin(sectors, undefined)).toEqual([true, false, true])
  const layout = [{ rows: ['....'] }, { rows: ['....'] }, { rows: ['....'] }]
  expect(find(2, layout, sectorsWithin(sectors, cents(5_000)))).toEqual(['row', [8, 9]])
})

test('prefers the middle of a cinema to its first row', () => {
  const { layout, free } = givenLayout({ rows: Array.from({ length: 20 }, () => '..........') })
  const best = (spot: number) => bestAvailable(seatingOf(layout, spot), free, { tickets: 2, sectors: [true] })?.places
  expect(best(bestSpotOf.CONCERT)).toEqual([4, 5])
  expect(best(bestSpotOf.MOVIE)).toEqual([124, 125])
})

test('ranks seats behind a stage last, but not where the audience sits on all sides', () => {
  const choir = { rows: ['......'], from: -2 }
  const stalls = { rows: Array.from({ length: 8 }, () => '......'), from: 3 }
  expect(find(2, [choir, stalls])).toEqual(['row', [8, 9]])
  expect(find(2, [choir, stalls], [true, false])).toEqual(['row', [2, 3]])
  const stand = { rows: ['......', '......'] }
  expect(
    find(2, [
      { ...stand, from: -3 },
      { ...stand, from: 4 },
    ])?.[1],
  ).toEqual([8, 9])
})

test('places a party at one table, and prefers a full table to a part of one that is as good', () => {
  expect(find(4, [{ tables: ['....', '....', '....'] }])).toEqual(['row', [4, 5, 6, 7]])
  expect(find(3, [{ tables: ['xx..', 'x.x.', 'x...'] }])).toEqual(['row', [9, 10, 11]])
  expect(find(2, [{ tables: ['....', 'x..x'] }])).toEqual(['row', [5, 6]])
})

test('ignores orphan seats and neighbours at a table', () => {
  expect(find(3, [{ tables: ['....'] }])?.[0]).toBe('row')
  expect(find(2, [{ tables: ['.xx.'] }])).toEqual(['row', [0, 3]])
})

test('places a larger party at as few tables as possible, near one another, all but one of them full', () => {
  expect(find(6, [{ tables: ['x...', '....', '....', 'xxx.'] }])).toEqual(['tables', [2, 3, 4, 5, 6, 7]])
  expect(find(6, [{ tables: ['....', '....', '....', '....'] }])).toEqual(['tables', [4, 6, 8, 9, 10, 11]])
  // Three tables with one, four and one seat would be nearer to the stage.
  expect(find(6, [{ tables: ['xxx.', '....', 'xxx.'] }, { tables: ['xxxx', '..xx', 'xxxx'] }])).toEqual([
    'tables',
    [4, 5, 6, 7, 16, 17],
  ])
  expect(find(5, [{ tables: ['..xx', '..xx', '.xxx'] }])).toEqual(['tables', [0, 1, 4, 5, 8]])
})

test('takes the second table in the sector of the first, even if another sector is nearer to the stage', () => {
  const sectors = [{ tables: ['xxxx', '..xx', 'xxxx'] }, { tables: ['xxxx', '....', '..xx'] }]
  expect(find(6, sectors)).toEqual(['tables', [16, 17, 18, 19, 20, 21]])
})

test('treats pairs of seats beside larger tables as tables, but not two rows of a balcony', () => {
  expect(find(4, [{ tables: ['..', '..', 'xxxx'] }])?.[0]).toBe('tables')
  expect(find(4, [{ rows: ['x..x', 'x..x'] }])?.[0]).toBe('two_rows')
})

test('places a party too large for the tables as close together as possible', () => {
  expect(find(6, [{ tables: ['.xxx', '....'] }, { rows: ['.x'] }])?.[0]).toBe('nearby')
})

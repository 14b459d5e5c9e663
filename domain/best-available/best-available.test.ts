import { expect, test } from 'vitest'
import { cents } from '../money.ts'
import { bestAvailable, sectorsWithin } from './best-available.ts'
import { givenLayout, type GivenSector } from './given-layout.ts'
import { seatingOf } from './seating.ts'
import { bestSpotOf } from './best-spot.ts'

function find(tickets: number, sectors: GivenSector[], wanted = sectors.map(() => true)) {
  const { layout, free } = givenLayout(...sectors)
  const best = bestAvailable(seatingOf(layout), free, { tickets, sectors: wanted })
  return best && [best.rung, best.places]
}

test('a party sits in the middle of the row nearest to the stage', () => {
  expect(find(2, [{ rows: ['......', '......'] }])).toEqual(['row', [2, 3]])
})

test('a party sits side by side, never across an aisle or a taken seat', () => {
  expect(find(3, [{ rows: ['.. ..', '.x.x.', '... ...'] }])).toEqual(['row', [9, 10, 11]])
})

test('no seat is left alone where it can be avoided, even for a better view', () => {
  expect(find(2, [{ rows: ['x...x', '.....'] }])).toEqual(['row', [5, 6]])
  expect(find(2, [{ rows: ['x...x', 'xx.xx'] }])).toEqual(['row_leaving_one', [1, 2]])
})

test('a seat that is alone already is the best one for who comes alone', () => {
  expect(find(1, [{ rows: ['x.x', '.x.'] }])).toEqual(['row', [1]])
})

test('who finds no room in a row sits in two, one behind the other, and nobody alone', () => {
  expect(find(4, [{ rows: ['x..x', 'x..x', '...x'] }])).toEqual(['two_rows', [1, 2, 5, 6]])
  expect(find(4, [{ rows: ['x...', 'xx..', '..xx'] }])?.[0]).toBe('two_rows')
})

test('a large party sits in two rows rather than in one far away, a small one never', () => {
  const sectors = [{ rows: ['..........', '..........'] }, { rows: ['............'], from: 40 }]
  expect(find(12, sectors)?.[0]).toBe('two_rows')
  expect(find(12, [{ rows: ['..........', '..........'] }, { rows: ['............'], from: 9 }])?.[0]).toBe('row')
  expect(find(4, [{ rows: ['..', '..'] }, { rows: ['....'], from: 40 }])?.[0]).toBe('row')
})

test('a party that finds no seats near to one another is told so', () => {
  const far = find(3, [{ rows: ['.xxxxxxxxxxxxxxxxxxx.xxxxxxxxxxxxxxxxxxx.'] }])
  expect(far).toEqual(['apart', [0, 20, 40]])
})

test('a party that has to spread sits as close together as it can, over the border of a sector if need be', () => {
  expect(find(3, [{ rows: ['x.x.x'] }, { rows: ['x.xxx'], from: 4 }, { rows: ['.x.x.'], from: 40 }])).toEqual([
    'nearby',
    [1, 3, 6],
  ])
})

test('standing comes last: together where there is room, else over several places', () => {
  expect(find(3, [{ rows: ['.x.'] }, { standing: [2, 5] }])).toEqual(['standing', [4, 4, 4]])
  expect(find(3, [{ rows: ['.x.'] }, { standing: [2, 2] }])).toEqual(['standing', [3, 3, 4]])
  expect(find(2, [{ rows: ['.x.'] }, { standing: [2, 5] }])?.[0]).toBe('nearby')
})

test('a full house answers undefined; so does one with too few seats and too little room to stand', () => {
  expect(find(1, [{ rows: ['xxx'] }, { standing: [0] }])).toBeUndefined()
  expect(find(3, [{ rows: ['.x.'] }, { standing: [2] }])).toBeUndefined()
  expect(find(1, [])).toBeUndefined()
})

test('a sector above the price limit, and one that is not available, are passed over', () => {
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

test('nobody is sent to the first row of a cinema', () => {
  const { layout, free } = givenLayout({ rows: Array.from({ length: 20 }, () => '..........') })
  const best = (spot: number) => bestAvailable(seatingOf(layout, spot), free, { tickets: 2, sectors: [true] })?.places
  expect(best(bestSpotOf.CONCERT)).toEqual([4, 5])
  expect(best(bestSpotOf.MOVIE)).toEqual([124, 125])
})

test('seats behind a stage come after all seats in front of it; a pitch has no front', () => {
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

test('a party that fits at one table sits there, and a whole table before a part of one that is as good', () => {
  expect(find(4, [{ tables: ['....', '....', '....'] }])).toEqual(['row', [4, 5, 6, 7]])
  expect(find(3, [{ tables: ['xx..', 'x.x.', 'x...'] }])).toEqual(['row', [9, 10, 11]])
  expect(find(2, [{ tables: ['....', 'x..x'] }])).toEqual(['row', [5, 6]])
})

test('nobody minds that a seat is left at a table, nor who sits across it', () => {
  expect(find(3, [{ tables: ['....'] }])?.[0]).toBe('row')
  expect(find(2, [{ tables: ['.xx.'] }])).toEqual(['row', [0, 3]])
})

test('a larger party takes as few tables as it can, whole ones, near to one another', () => {
  expect(find(6, [{ tables: ['x...', '....', '....', 'xxx.'] }])).toEqual(['tables', [2, 3, 4, 5, 6, 7]])
  expect(find(6, [{ tables: ['....', '....', '....', '....'] }])).toEqual(['tables', [4, 6, 8, 9, 10, 11]])
  // A seat here, four there, one beyond would be nearer to the stage.
  expect(find(6, [{ tables: ['xxx.', '....', 'xxx.'] }, { tables: ['xxxx', '..xx', 'xxxx'] }])).toEqual([
    'tables',
    [4, 5, 6, 7, 16, 17],
  ])
  expect(find(5, [{ tables: ['..xx', '..xx', '.xxx'] }])).toEqual(['tables', [0, 1, 4, 5, 8]])
})

test('the second table of a party is in the sector of the first, even if one of another sector is nearer to the stage', () => {
  const sectors = [{ tables: ['xxxx', '..xx', 'xxxx'] }, { tables: ['xxxx', '....', '..xx'] }]
  expect(find(6, sectors)).toEqual(['tables', [16, 17, 18, 19, 20, 21]])
})

test('tables of two beside larger ones are tables; two rows of a balcony are not', () => {
  expect(find(4, [{ tables: ['..', '..', 'xxxx'] }])?.[0]).toBe('tables')
  expect(find(4, [{ rows: ['x..x', 'x..x'] }])?.[0]).toBe('two_rows')
})

test('a party too large for all tables sits as close together as it can', () => {
  expect(find(6, [{ tables: ['.xxx', '....'] }, { rows: ['.x'] }])?.[0]).toBe('nearby')
})

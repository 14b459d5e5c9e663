import fc from 'fast-check'
import { expect, test } from 'vitest'
import { givenLayout, type GivenSector } from './sample-layout.ts'
import { orphansLeft } from './orphans-left.ts'
import { orphanFixFor } from './orphan-seat.ts'
import { seatingOf } from './seating.ts'

function fixFor(chosen: number[], ...sectors: GivenSector[]) {
  const { layout, free } = givenLayout(...sectors)
  return orphanFixFor(seatingOf(layout), free, new Set(chosen))
}

test('moves two seats by one when they leave the first seat of the row as an orphan', () => {
  expect(fixFor([1, 2], { rows: ['......'] })).toEqual({ orphan: 0, from: [1, 2], to: [0, 1] })
})

test('finds an orphan seat between two chosen ones', () => {
  expect(fixFor([1, 3], { rows: ['x....x'] })).toEqual({ orphan: 2, from: [1], to: [4] })
})

test('treats an aisle as the end of the row', () => {
  expect(fixFor([3, 4], { rows: ['.. ....'] })).toEqual({ orphan: 2, from: [3, 4], to: [2, 3] })
})

test('suggests nothing when there are not as many other seats in the same or an adjacent row nearby', () => {
  expect(fixFor([1, 2], { rows: ['x...x'] })).toBeUndefined()
  expect(fixFor([1, 2], { rows: ['x...x', 'x..xx'] })).toMatchObject({ to: [6, 7] })
  expect(fixFor([1, 2], { rows: ['x...x'] }, { rows: ['x..xx'] })).toBeUndefined()
  expect(fixFor([1, 2], { rows: ['x...xxxxxxxxxxxxxxxx..x'] })).toBeUndefined()
})

test('ignores seats that were orphans before, and standing places', () => {
  expect(fixFor([3, 4], { rows: ['.x....'] })).toMatchObject({ orphan: 2, to: [2, 3] })
  expect(fixFor([2, 3, 4], { rows: ['.x...'] })).toBeUndefined()
  expect(fixFor([3], { rows: ['xxx'] }, { standing: [5] })).toBeUndefined()
})

const row = fc.array(fc.constantFrom('.', '.', 'x', ' '), { maxLength: 12 }).map((letters) => `.${letters.join('')}`)

test('suggests as many free seats side by side, none of them chosen already, without leaving an orphan seat', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(40), { maxLength: 8 }),
      (rows, requested) => {
        const { layout, free } = givenLayout({ rows })
        const seating = seatingOf(layout)
        const chosen = new Set(requested.filter((seat) => free[seat]))
        const fix = orphanFixFor(seating, free, chosen)
        if (!fix) return
        const [first = -1] = fix.to
        const stretch = seating.stretchOf(first)
        if (!stretch) throw new Error(`seat ${first} is in no stretch`)
        expect(fix.to).toEqual(fix.from.map((_, at) => first + at))
        expect(seating.stretchOf(fix.to.at(-1) ?? -1)).toBe(stretch)
        const others = new Set([...chosen].filter((seat) => !fix.from.includes(seat)))
        const isOpen = (seat: number) => free[seat] === 1 && !others.has(seat)
        for (const seat of fix.to) expect(isOpen(seat)).toBe(true)
        expect(orphansLeft(isOpen, stretch, first, first + fix.to.length)).toEqual([])
      },
    ),
  )
})

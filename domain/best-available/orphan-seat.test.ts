import fc from 'fast-check'
import { expect, test } from 'vitest'
import { givenLayout, type GivenSector } from './given-layout.ts'
import { orphansLeft } from './orphans-left.ts'
import { orphanFixFor } from './orphan-seat.ts'
import { seatingOf } from './seating.ts'

function mend(chosen: number[], ...sectors: GivenSector[]) {
  const { layout, free } = givenLayout(...sectors)
  return orphanFixFor(seatingOf(layout), free, new Set(chosen))
}

test('two seats that leave the first of their row alone could be one seat farther', () => {
  expect(mend([1, 2], { rows: ['......'] })).toEqual({ alone: 0, from: [1, 2], to: [0, 1] })
})

test('a seat left between two chosen ones is left alone too', () => {
  expect(mend([1, 3], { rows: ['x....x'] })).toEqual({ alone: 2, from: [1], to: [4] })
})

test('an aisle is an end like any other', () => {
  expect(mend([3, 4], { rows: ['.. ....'] })).toEqual({ alone: 2, from: [3, 4], to: [2, 3] })
})

test('with mercy: nothing is asked of who has no other choice of as many seats nearby', () => {
  expect(mend([1, 2], { rows: ['x...x'] })).toBeUndefined()
  expect(mend([1, 2], { rows: ['x...x', 'x..xx'] })).toMatchObject({ to: [6, 7] })
  expect(mend([1, 2], { rows: ['x...x'] }, { rows: ['x..xx'] })).toBeUndefined()
  expect(mend([1, 2], { rows: ['x...xxxxxxxxxxxxxxxx..x'] })).toBeUndefined()
})

test('a seat that was alone before is nobody’s fault, and standing leaves nobody alone', () => {
  expect(mend([3, 4], { rows: ['.x....'] })).toMatchObject({ alone: 2, to: [2, 3] })
  expect(mend([2, 3, 4], { rows: ['.x...'] })).toBeUndefined()
  expect(mend([3], { rows: ['xxx'] }, { standing: [5] })).toBeUndefined()
})

const row = fc.array(fc.constantFrom('.', '.', 'x', ' '), { maxLength: 12 }).map((letters) => `.${letters.join('')}`)

test('a mend is as many free seats, side by side, none of them chosen by another part, and leaves no seat alone', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(40), { maxLength: 8 }),
      (rows, wishes) => {
        const { layout, free } = givenLayout({ rows })
        const seating = seatingOf(layout)
        const chosen = new Set(wishes.filter((seat) => free[seat]))
        const mend = orphanFixFor(seating, free, chosen)
        if (!mend) return
        const [first = -1] = mend.to
        const stretch = seating.stretchOf(first)
        if (!stretch) throw new Error('a seat is in a stretch')
        expect(mend.to).toEqual(mend.from.map((_, at) => first + at))
        expect(seating.stretchOf(mend.to.at(-1) ?? -1)).toBe(stretch)
        const others = new Set([...chosen].filter((seat) => !mend.from.includes(seat)))
        const isOpen = (seat: number) => free[seat] === 1 && !others.has(seat)
        for (const seat of mend.to) expect(isOpen(seat)).toBe(true)
        expect(orphansLeft(isOpen, stretch, first, first + mend.to.length)).toEqual([])
      },
    ),
  )
})

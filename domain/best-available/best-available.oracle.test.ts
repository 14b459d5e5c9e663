import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestAvailable, RUNGS, type BestPlaces } from './best-available.ts'
import { givenLayout } from './given-layout.ts'
import { orphansLeft } from './orphans-left.ts'
import { seatingOf } from './seating.ts'

const row = fc
  .array(fc.constantFrom('.', '.', 'x', 'x', ' '), { minLength: 1, maxLength: 14 })
  .map((letters) => `x${letters.join('')}`)
const table = fc.array(fc.constantFrom('.', 'x'), { minLength: 2, maxLength: 6 }).map((letters) => letters.join(''))
const sector = fc.record({
  rows: fc.array(row, { maxLength: 5 }),
  tables: fc.array(table, { maxLength: 3 }),
  standing: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 2 }),
})
const party = fc.record({
  sectors: fc.array(sector, { maxLength: 4 }),
  wanted: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  tickets: fc.integer({ min: 1, max: 20 }),
})
type Party = typeof party extends fc.Arbitrary<infer Value> ? Value : never

function ask({ sectors, wanted, tickets }: Party) {
  const { layout, free } = givenLayout(...sectors)
  const seating = seatingOf(layout)
  const isWanted = (place: number) => {
    const at = layout.sectors.findIndex(({ first, end }) => place >= first && place < end)
    return wanted[at] === true
  }
  return { best: bestAvailable(seating, free, { tickets, sectors: wanted }), seating, free, isWanted }
}

const isSideBySide = ({ places: [first = 0, ...rest] }: BestPlaces) => rest.every((seat, at) => seat === first + at + 1)

test('places are as many as asked for, free for all of them, and where the party would go', () => {
  fc.assert(
    fc.property(party, (given) => {
      const { best, free, isWanted } = ask(given)
      if (!best) return
      expect(best.places).toHaveLength(given.tickets)
      for (const place of best.places) {
        expect(best.places.filter((other) => other === place).length).toBeLessThanOrEqual(free[place] ?? 0)
        expect(isWanted(place)).toBe(true)
      }
    }),
  )
})

test('in one row the party is side by side in one stretch, and on the best rung no seat is left alone', () => {
  fc.assert(
    fc.property(party, (given) => {
      const { best, seating, free } = ask(given)
      if (best?.rung !== 'row' && best?.rung !== 'row_leaving_one') return
      const [first = -1] = best.places
      if (seating.tables.some((table) => first >= table.first && first < table.end)) return
      const stretch = seating.stretchOf(first)
      expect(stretch).toBe(seating.stretchOf(best.places.at(-1) ?? -1))
      expect(isSideBySide(best)).toBe(true)
      if (!stretch) throw new Error('a seat is in a stretch')
      const alone = orphansLeft((seat) => (free[seat] ?? 0) > 0, stretch, first, first + given.tickets)
      expect(alone.length > 0).toBe(best.rung === 'row_leaving_one')
    }),
  )
})

test('nobody is refused while there are seats, or room to stand, for all of them', () => {
  fc.assert(
    fc.property(party, (given) => {
      const { best, seating, free, isWanted } = ask(given)
      const left = { seats: 0, standing: 0 }
      for (const [place, count] of free.entries()) {
        if (isWanted(place)) left[seating.rowOf(place) === undefined ? 'standing' : 'seats'] += count
      }
      expect(best === undefined).toBe(left.seats < given.tickets && left.standing < given.tickets)
    }),
  )
})

test('who would go to more sectors never does worse', () => {
  fc.assert(
    fc.property(party, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), (given, more) => {
      const few = ask(given).best
      const many = ask({ ...given, wanted: given.wanted.map((wanted, at) => wanted || more[at] === true) }).best
      if (!few) return
      if (!many) throw new Error('there were places in fewer sectors')
      // A row that is far away comes after two that are not.
      const isFarRow = many.rung === 'two_rows' && many.cost < few.cost
      if (!isFarRow) expect(RUNGS.indexOf(many.rung)).toBeLessThanOrEqual(RUNGS.indexOf(few.rung))
      const isSure = many.rung === few.rung && ['row', 'row_leaving_one', 'two_rows'].includes(many.rung)
      if (isSure) expect(many.cost).toBeLessThanOrEqual(few.cost)
    }),
  )
})

const cabaret = fc.record({
  tables: fc.array(table, { minLength: 1, maxLength: 12 }),
  bench: row,
  tickets: fc.integer({ min: 1, max: 20 }),
})

test('at tables a party takes as few as can be, and shares no more than one of them', () => {
  fc.assert(
    fc.property(cabaret, ({ tables, tickets }) => {
      const { layout, free } = givenLayout({ tables: ['xxxx', ...tables] })
      const seating = seatingOf(layout)
      const best = bestAvailable(seating, free, { tickets, sectors: [true] })
      const counts = seating.tables.map(({ first, end }) => free.slice(first, end).filter(Boolean).length)
      const most = counts.toSorted((a, b) => b - a)
      const fewest =
        most.findIndex((_, at) => most.slice(0, at + 1).reduce((sum, count) => sum + count, 0) >= tickets) + 1
      expect(best === undefined).toBe(fewest === 0)
      if (!best) return
      const used = seating.tables.flatMap(({ first, end }, at) => {
        const taken = best.places.filter((place) => place >= first && place < end).length
        return taken === 0 ? [] : [{ taken, isWhole: taken === counts[at] }]
      })
      expect(best.rung).toBe(fewest === 1 ? 'row' : 'tables')
      expect(used).toHaveLength(fewest)
      expect(used.filter(({ isWhole }) => !isWhole).length).toBeLessThanOrEqual(1)
    }),
  )
})

test('whoever sits at one table or in one row sits there, whatever else is in the house', () => {
  fc.assert(
    fc.property(cabaret, ({ tables, bench, tickets }) => {
      const { layout, free } = givenLayout({ tables: ['xxxx', ...tables] }, { rows: [bench] })
      const seating = seatingOf(layout)
      const alone = (sectors: boolean[]) => bestAvailable(seating, free, { tickets, sectors })
      const rungs = [alone([true, false]), alone([false, true])].map((best) => best?.rung)
      const isTogether = alone([true, true])?.rung === 'row'
      expect(isTogether).toBe(rungs.includes('row'))
    }),
  )
})

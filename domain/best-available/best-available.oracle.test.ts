import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestAvailable, ARRANGEMENTS, type BestPlaces } from './best-available.ts'
import { givenLayout } from './sample-layout.ts'
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

const rankOf = ({ arrangement }: BestPlaces) => ARRANGEMENTS.indexOf(arrangement)
const isSideBySide = ({ places: [first = 0, ...rest] }: BestPlaces) => rest.every((seat, at) => seat === first + at + 1)

test('finds as many places as requested, all of them free and in accepted sectors', () => {
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

test('places a party in one row side by side in one stretch, and leaves an orphan seat only if it says so', () => {
  fc.assert(
    fc.property(party, (given) => {
      const { best, seating, free } = ask(given)
      if (best?.arrangement !== 'row' && best?.arrangement !== 'row_leaving_one') return
      const [first = -1] = best.places
      if (seating.tables.some((table) => first >= table.first && first < table.end)) return
      const stretch = seating.stretchOf(first)
      expect(stretch).toBe(seating.stretchOf(best.places.at(-1) ?? -1))
      expect(isSideBySide(best)).toBe(true)
      if (!stretch) throw new Error(`seat ${first} is in no stretch`)
      const orphans = orphansLeft((seat) => (free[seat] ?? 0) > 0, stretch, first, first + given.tickets)
      expect(orphans.length > 0).toBe(best.arrangement === 'row_leaving_one')
    }),
  )
})

test('finds places whenever the free seats or the free standing places suffice for all', () => {
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

test('never finds worse places when more sectors are accepted', () => {
  fc.assert(
    fc.property(party, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), (given, more) => {
      const few = ask(given).best
      const many = ask({ ...given, wanted: given.wanted.map((wanted, at) => wanted || more[at] === true) }).best
      if (!few) return
      if (!many) throw new Error('no places, although fewer sectors had some')
      // Two near rows are better than one far away.
      const isFarRow = many.arrangement === 'two_rows' && many.cost < few.cost
      if (!isFarRow) expect(rankOf(many)).toBeLessThanOrEqual(rankOf(few))
      const isExact = ['row', 'row_leaving_one', 'two_rows'].includes(many.arrangement)
      if (isExact && many.arrangement === few.arrangement) expect(many.cost).toBeLessThanOrEqual(few.cost)
    }),
  )
})

const cabaret = fc.record({
  tables: fc.array(table, { minLength: 1, maxLength: 12 }),
  bench: row,
  tickets: fc.integer({ min: 1, max: 20 }),
})

test('uses as few tables as possible, and leaves free seats at no more than one of them', () => {
  fc.assert(
    fc.property(cabaret, ({ tables, tickets }) => {
      const { layout, free } = givenLayout({ tables: ['xxxx', ...tables] })
      const seating = seatingOf(layout)
      const best = bestAvailable(seating, free, { tickets, sectors: [true] })
      const counts = seating.tables.map(({ first, end }) => free.slice(first, end).filter(Boolean).length)
      const largest = counts.toSorted((a, b) => b - a)
      const fewest =
        largest.findIndex((_, at) => largest.slice(0, at + 1).reduce((sum, count) => sum + count, 0) >= tickets) + 1
      expect(best === undefined).toBe(fewest === 0)
      if (!best) return
      const used = seating.tables.flatMap(({ first, end }, at) => {
        const taken = best.places.filter((place) => place >= first && place < end).length
        return taken === 0 ? [] : [{ taken, isWhole: taken === counts[at] }]
      })
      expect(best.arrangement).toBe(fewest === 1 ? 'row' : 'tables')
      expect(used).toHaveLength(fewest)
      expect(used.filter(({ isWhole }) => !isWhole).length).toBeLessThanOrEqual(1)
    }),
  )
})

test('places a party at one table or in one row whenever either has room', () => {
  fc.assert(
    fc.property(cabaret, ({ tables, bench, tickets }) => {
      const { layout, free } = givenLayout({ tables: ['xxxx', ...tables] }, { rows: [bench] })
      const seating = seatingOf(layout)
      const within = (sectors: boolean[]) => bestAvailable(seating, free, { tickets, sectors })?.arrangement
      const arrangements = [within([true, false]), within([false, true])]
      expect(within([true, true]) === 'row').toBe(arrangements.includes('row'))
    }),
  )
})

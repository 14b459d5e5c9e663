import { bestAvailable } from '#domain/best-available/best-available.ts'
import type { SeatLayout } from '#domain/best-available/seat-layout.ts'
import { seatingOf } from '#domain/best-available/seating.ts'
import { randomFrom } from '#server/demo/random.ts'

const GOAL_MS = 10
const TIMES = 15
const [SECTORS, ROWS, SEATS] = [50, 40, 50]

export type ChoosingMeasurement = { name: string; medianMs: number; p95Ms: number; isWithinGoal: boolean }

/**
 * Measures the search for the best of 100,000 seats, in an empty venue and in fuller ones that need later preferences.
 */
export function measureChoosing(): ChoosingMeasurement[] {
  const layout = stadium()
  const seating = seatingOf(layout)
  const random = randomFrom('choosing').share
  const sectors = layout.sectors.map(() => true)
  const full = (share: number) => Uint8Array.from({ length: layout.x.length }, () => (random() < share ? 0 : 1))
  const everySixteenth = () => Uint8Array.from({ length: layout.x.length }, (_, seat) => (seat % 16 === 0 ? 0 : 1))
  const cases: [string, Uint8Array, number][] = [
    ['two, in an empty venue', full(0), 2],
    ['twenty, in an empty venue', full(0), 20],
    ['four, half of it sold', full(0.5), 4],
    ['twenty, half of it sold', full(0.5), 20],
    ['twenty, one of sixteen sold in every row', everySixteenth(), 20],
    ['six, nearly sold out', full(0.99), 6],
    ['one, sold out', full(1), 1],
  ]
  return cases.map(([name, free, tickets]) => {
    bestAvailable(seating, free, { tickets, sectors })
    const durations = Array.from({ length: TIMES }, () => {
      const started = performance.now()
      bestAvailable(seating, free, { tickets, sectors })
      return performance.now() - started
    }).toSorted((a, b) => a - b)
    const at = (share: number) => durations[Math.floor(TIMES * share)] ?? 0
    return { name, medianMs: at(0.5), p95Ms: at(0.95), isWithinGoal: at(0.5) <= GOAL_MS }
  })
}

/** Lays out a stadium of 100,000 seats in straight rows around a pitch. */
function stadium(): SeatLayout {
  const x = new Float64Array(SECTORS * ROWS * SEATS)
  const y = new Float64Array(x.length)
  const sectors = Array.from({ length: SECTORS }, (_, sector) => {
    const angle = (sector / SECTORS) * 2 * Math.PI
    const first = sector * ROWS * SEATS
    const rows = Array.from({ length: ROWS }, (_, row) => {
      const start = first + row * SEATS
      for (let seat = 0; seat < SEATS; seat += 1) {
        const [out, along] = [400 + 1.6 * row, seat - SEATS / 2]
        x[start + seat] = out * Math.cos(angle) - along * Math.sin(angle)
        y[start + seat] = out * Math.sin(angle) + along * Math.cos(angle)
      }
      return { first: start, end: start + SEATS }
    })
    return { first, end: first + ROWS * SEATS, rows }
  })
  return { x, y, focus: { x: 0, y: 0 }, sectors }
}

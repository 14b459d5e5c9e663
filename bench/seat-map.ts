import { chromium } from '@playwright/test'
import { goals, goalsByHand, labels } from './seat-map/goals.ts'
import { venueOf, venueSizes, type BenchVenue } from './seat-map/venues.ts'
import { measureMap, type Figures } from './seat-map/measure-map.ts'
import { withOpenShop } from './seat-map/open-shop.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync']
/** Prefix of the names of the venues to measure; all by default. */
const wanted = process.argv[2] ?? ''
const names = Object.keys(labels) as (keyof Figures)[]

const cases = [
  ...venueSizes.map((size) => ({ name: size.toLocaleString('en'), size, isByHand: false, goals: goals[size] })),
  { name: '100,000 by hand', size: 100_000 as const, isByHand: true, goals: goalsByHand },
]

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: FLAGS,
})
console.log(`The seat map on a phone: 390×700, device pixel ratio 2, CPU slowed 4×; median of ${ROUNDS}\n`)
try {
  await withOpenShop(async (shop) => {
    for (const { name, size, isByHand, goals } of cases.filter(({ name }) => name.startsWith(wanted))) {
      const venue: BenchVenue = venueOf(size, isByHand)
      const showId = await shop.show(venue)
      const rounds: Figures[] = []
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureMap(browser, shop, { venue, showId }))
      console.log(`${name} seats${' '.repeat(40 - name.length)}goal    median      best`)
      for (const figure of names) {
        const sorted = rounds.map((one) => one[figure]).toSorted((a, b) => a - b)
        console.log(line(labels[figure], goals[figure], sorted))
      }
      console.log()
    }
  })
} finally {
  await browser.close()
}

// Timers have a resolution of frames and tenths: a frame of 16.7 ms meets a goal of 17.
function line(label: string, goal: number, sorted: readonly number[]): string {
  const [best = NaN, median = NaN] = [sorted[0], sorted[Math.floor(sorted.length / 2)]]
  const written = (figure: number) => figure.toFixed(figure < 1 ? 3 : 1).padStart(9)
  return `${median <= goal ? '✓' : '✗'} ${label.padEnd(44)} ${String(goal).padStart(4)} ${written(median)} ${written(best)}`
}

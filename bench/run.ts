import { fillBigShop } from './shared/big-shop.sql.ts'
import { givenToken, withFreshShop } from './shared/fresh-shop.ts'
import { CANCELLATION_GOAL_SECONDS, CANCELLED_TICKETS, measureCancellation } from './run/measure-cancellation.ts'
import { measureChoosing } from './run/measure-choosing.ts'
import type { Measurement } from './shared/measure.ts'
import { measureFigures } from './run/measure-figures.ts'
import { measureLive } from './run/measure-live.ts'
import { measureLists } from './run/measure-lists.ts'
import { measureNumbering } from './run/measure-numbering.ts'
import { measureSales } from './run/measure-sales.ts'

console.log('Choosing the best seats among 100,000; the goal is a median of 10 ms\n')
for (const { name, medianMs, p95Ms, isWithinGoal } of measureChoosing()) {
  console.log(`${isWithinGoal ? '✓' : '✗'} ${name.padEnd(42)} median ${ms(medianMs)}   p95 ${ms(p95Ms)}`)
}

// Machines differ and are shared, so sales are compared with a bare insert, their upper bound, of the same run.
console.log('\nSelling, 1,000 times each, 16 at once\n')
await withFreshShop(async (bench) => {
  const sales = await measureSales(bench)
  for (const sale of sales) console.log(line(sale, sales[0], 'insert'))
})

console.log('\nNumbering invoices, 1,000 each\n')
await withFreshShop(async (bench) => {
  for (const atOnce of [16, 32]) {
    const orders = await measureNumbering(bench, atOnce)
    for (const order of orders) console.log(line(order, orders[0], 'number'))
  }
})

console.log(`\nCancelling a show of ${CANCELLED_TICKETS} tickets\n`)
await withFreshShop(async (bench) => {
  const { seconds, violations } = await measureCancellation(bench)
  const isWithinGoal = seconds <= CANCELLATION_GOAL_SECONDS && violations === 0
  const figures = `${seconds.toFixed(1)} s, goal ${CANCELLATION_GOAL_SECONDS} s; ${violations} violations of the books`
  console.log(`${isWithinGoal ? '✓' : '✗'} refunded in ${figures}`)
})

console.log('\nFrom the sale to the pages that watch, one sale at a time\n')
await withFreshShop(async (bench) => {
  for (const { name, medianMs, slowestMs } of await measureLive(bench)) {
    console.log(`${name.padEnd(40)} median ${ms(medianMs)}   slowest ${ms(slowestMs)}`)
  }
})

console.log('\nFilling a shop with 100,000 shows and 1,000,000 tickets …')
await withFreshShop(async (bench) => {
  await fillBigShop(bench.owner)
  console.log('Lists and searches, one at a time; the goal is a median of 50 ms\n')
  for (const { name, medianMs, p95Ms, isWithinGoal } of await measureLists(bench.app, await givenToken(bench))) {
    console.log(`${isWithinGoal ? '✓' : '✗'} ${name.padEnd(42)} median ${ms(medianMs)}   p95 ${ms(p95Ms)}`)
  }
  console.log('\nFigures of periods until today; the goal is a median of 2 seconds\n')
  const { sumMs, periods } = await measureFigures(bench)
  for (const { days, unsummedMs, summedMs, isWithinGoal } of periods) {
    const name = `figures of ${days} days`.padEnd(42)
    console.log(
      `${isWithinGoal ? '✓' : '✗'} ${name} median ${ms(summedMs)}   from the invoices alone ${ms(unsummedMs)}`,
    )
  }
  console.log(`summing up all finished days took ${ms(sumMs)}`)
})

function line({ name, perSecond, p95Ms }: Measurement, bare: Measurement | undefined, what: string): string {
  const share = bare ? `${((100 * perSecond) / bare.perSecond).toFixed(0)} % of the bare ${what}` : ''
  return `${name.padEnd(40)} ${perSecond.toFixed(0).padStart(6)}/s   p95 ${ms(p95Ms)}   ${share}`
}

function ms(duration: number): string {
  return `${duration.toFixed(1).padStart(7)} ms`
}

import { measureSeatState } from './seat-state/measure-seat-state.ts'
import { withShopProcesses } from './shared/shop-processes.ts'

const GOAL_A_SECOND = 2_000
const settings = { MAX_RESERVATIONS: '100000', MAX_RESERVATIONS_PER_SHOW: '100000' }

await withShopProcesses({ settings }, async (shop) => {
  console.log('64 visitors ask for the state of a show with 50,000 seats, while others reserve 200 a second\n')
  for (const { name, perSecond, medianMs, p95Ms, reservedPerSecond } of await measureSeatState(shop)) {
    const isGood = perSecond >= GOAL_A_SECOND
    const times = `median ${medianMs.toFixed(1).padStart(6)} ms   p95 ${p95Ms.toFixed(1).padStart(6)} ms`
    const reserved = `${reservedPerSecond.toFixed(0)} reserved/s`
    console.log(
      `${isGood ? '✓' : '✗'} ${name.padEnd(24)} ${perSecond.toFixed(0).padStart(5)}/s   ${times}   ${reserved}`,
    )
    if (!isGood) process.exitCode = 1
  }
})

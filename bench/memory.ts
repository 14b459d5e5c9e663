import { measureRushMemory } from './memory/measure-rush-memory.ts'
import { measureStarts } from './memory/measure-starts.ts'
import { withShopProcesses } from './shared/shop-processes.ts'

const GOALS = { openMs: 5_000, idleMb: 150, afterMb: 300 }
/** The duration of the rush. */
const seconds = Number(process.argv[2] ?? 60)
const settings = { MAX_RESERVATIONS: '100000', MAX_RESERVATIONS_PER_SHOW: '100000' }
const mb = (value: number) => `${value.toFixed(0)} MB`

/** Prints a line with the verdict, which decides the exit code. */
function tell(isGood: boolean, text: string): void {
  console.log(`${isGood ? '✓' : '✗'} ${text}`)
  if (!isGood) process.exitCode = 1
}

for (const { name, openMs, serverMs, databaseMs, idleMb } of await measureStarts()) {
  const processor = `processor time: server ${serverMs} ms, PostgreSQL ${databaseMs} ms`
  const times = `open in ${(openMs / 1_000).toFixed(1)} s, goal ${GOALS.openMs / 1_000} s`
  tell(openMs <= GOALS.openMs, `${name}: ${times}; ${processor}`)
  tell(idleMb <= GOALS.idleMb, `${name}: ${mb(idleMb)} idle, goal ${mb(GOALS.idleMb)}`)
}
await withShopProcesses({ settings }, async (shop) => {
  const { idleMb, afterMb, peakMb, quietMb, orders } = await measureRushMemory(shop, seconds)
  tell(idleMb <= GOALS.idleMb, `with a show of 50,000 seats: ${mb(idleMb)} idle, goal ${mb(GOALS.idleMb)}`)
  const rush = `after ${seconds} s with ${orders} orders of two seats: ${mb(afterMb)}, goal ${mb(GOALS.afterMb)}`
  tell(afterMb <= GOALS.afterMb, `${rush}; ${mb(quietMb)} half a minute later, at most ${mb(peakMb)}`)
})

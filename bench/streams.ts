import { withShopProcesses } from './shared/shop-processes.ts'
import { measureStreams } from './streams/measure-streams.ts'

const GOAL_MS = 500
const GOAL_KB = 20
const streams = Number(process.argv[2] ?? 2_000)
const settings = { MAX_RESERVATIONS: '100000', MAX_RESERVATIONS_PER_SHOW: '100000' }

await withShopProcesses({ settings }, async (shop) => {
  const { heard, missed, kbPerStream, bytesPerReservation, reservedPerSecond } = await measureStreams(shop, streams)
  const isInTime = heard.p99Ms <= GOAL_MS && missed === 0
  const isSmall = kbPerStream <= GOAL_KB
  console.log(`${streams} streams of one show, ${reservedPerSecond.toFixed(0)} seats of it reserved a second\n`)
  const times = `median ${heard.medianMs.toFixed(0)} ms, p99 ${heard.p99Ms.toFixed(0)} ms, goal ${GOAL_MS} ms`
  console.log(`${isInTime ? '✓' : '✗'} from the answer to the last stream: ${times}; ${missed} seats missed`)
  console.log(`${isSmall ? '✓' : '✗'} memory of a stream: ${kbPerStream.toFixed(1)} kB, goal ${GOAL_KB} kB`)
  console.log(`  sent to a stream: ${bytesPerReservation.toFixed(0)} bytes for each reservation`)
  if (!isInTime || !isSmall) process.exitCode = 1
})

import { withFreshShop } from './shared/fresh-shop.ts'
import { measureEntry, measureScanner, measureSet, SET_GOAL_BYTES } from './entry/measure-entry.ts'

// Machines differ and are shared, so scans are compared with a bare insert, their upper bound, of the same run.
console.log('Scanning 1,000 tickets\n')
await withFreshShop(async (bench) => {
  const results = await measureEntry(bench)
  for (const { name, perSecond, medianMs, p95Ms } of results) {
    const share = ((100 * perSecond) / (results[0]?.perSecond ?? 1)).toFixed(0)
    const times = `median ${medianMs.toFixed(1).padStart(6)} ms   p95 ${p95Ms.toFixed(1).padStart(6)} ms`
    console.log(`${name.padEnd(40)} ${perSecond.toFixed(0).padStart(5)}/s   ${times}   ${share} % of the bare insert`)
  }
  console.log('\nA film of codes in front of the camera of Chromium')
  for (const { name, goalMs, medianMs, p95Ms } of await measureScanner(bench)) {
    const times = `median ${medianMs.toFixed(0).padStart(4)} ms   p95 ${p95Ms.toFixed(0).padStart(4)} ms`
    console.log(`${p95Ms <= goalMs ? '✓' : '✗'} ${name.padEnd(26)} ${times}   goal ${goalMs} ms`)
  }
})
const { bytes, compressedBytes, packMs } = measureSet()
const sizes = `${(bytes / 1_000).toFixed(0)} kB, ${(compressedBytes / 1_000).toFixed(0)} kB compressed`
console.log(
  `${compressedBytes <= SET_GOAL_BYTES ? '✓' : '✗'} a set of 50,000 tickets: ${sizes}, packed in ${packMs.toFixed(1)} ms`,
)

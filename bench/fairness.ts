import { measureFairness } from './fairness/measure-fairness.ts'
import { withShopProcesses } from './shared/shop-processes.ts'

await withShopProcesses({ servers: 2 }, async (shop) => {
  console.log('Ten visitors at addresses of their own, who search for events and ask for the state of a show\n')
  const results = await measureFairness(shop)
  const [alone] = results
  for (const { name, medianMs, p99Ms, refused, flood } of results) {
    const times = `median ${medianMs.toFixed(1).padStart(6)} ms   p99 ${p99Ms.toFixed(1).padStart(7)} ms`
    const ratio = `${(medianMs / (alone?.medianMs ?? 1)).toFixed(1)} and ${(p99Ms / (alone?.p99Ms ?? 1)).toFixed(1)} times`
    const others = flood ? `   the others: ${flood.perSecond.toFixed(0)} answers/s, ${flood.refused} refused` : ''
    console.log(`${name.padEnd(42)} ${times}   ${ratio}   ${refused} refused${others}`)
  }
})

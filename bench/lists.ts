import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fillBigShop } from './shared/big-shop.sql.ts'
import { measureListRates } from './lists/measure-list-rates.ts'
import { withShopProcesses } from './shared/shop-processes.ts'

// Machines differ and are shared, so only the ratios to the bare server of the same run can be compared.
await withShopProcesses({ fill: fillBigShop }, async ({ ports: [shopPort = 0] }) => {
  const bare = spawn(process.execPath, [join(import.meta.dirname, 'lists/bare-server.ts')])
  try {
    const [port] = (await once(bare.stdout, 'data')) as [Buffer]
    const results = await measureListRates({ bare: Number(port.toString()), shop: shopPort })
    const [most] = results
    console.log('64 visitors ask for public lists of a shop with 100,000 shows\n')
    for (const { name, perSecond, medianMs, p95Ms, p99Ms } of results) {
      const ratio = (perSecond / (most?.perSecond ?? 1)).toFixed(2)
      const times = `median ${medianMs.toFixed(1).padStart(6)} ms   p95 ${p95Ms.toFixed(1).padStart(6)} ms   p99 ${p99Ms.toFixed(1).padStart(6)} ms`
      console.log(`${name.padEnd(36)} ${perSecond.toFixed(0).padStart(5)}/s   ${times}   ${ratio} of the bare one`)
    }
  } finally {
    bare.kill()
  }
})

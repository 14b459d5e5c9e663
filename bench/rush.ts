import { measureRush } from './rush/measure-rush.ts'
import { readProcessorTime } from './shared/processor-time.ts'
import { withShopProcesses } from './shared/shop-processes.ts'

const at = (ms: number) => `${ms.toFixed(1).padStart(6)} ms`

/** The number of servers. */
const servers = Number(process.argv[2] ?? 1)

// The load, the servers and PostgreSQL are processes of their own. Machines differ and are shared, so only the ratios
// to the bare transaction of the same run can be compared.
const settings = { MAX_RESERVATIONS: '100000', MAX_RESERVATIONS_PER_SHOW: '100000' }
await withShopProcesses({ servers, settings }, async ({ db, databaseUrl: url, ports, pids, folder, secret }) => {
  const processorTime = () => readProcessorTime(pids, folder)
  const results = await measureRush({ db, url, ports, secret, processorTime })
  const [bare] = results
  console.log(`A rush of 64 customers at ${servers} ${servers === 1 ? 'server' : 'servers'}\n`)
  for (const { name, perSecond, medianMs, p95Ms, p99Ms, serverMs, databaseMs } of results) {
    const ratio = (perSecond / (bare?.perSecond ?? 1)).toFixed(2)
    const times = `median ${at(medianMs)}   p95 ${at(p95Ms)}   p99 ${at(p99Ms)}`
    const processor = `server ${serverMs.toFixed(2)} ms   PostgreSQL ${databaseMs.toFixed(2)} ms`
    console.log(
      `${name.padEnd(36)} ${perSecond.toFixed(0).padStart(5)}/s   ${times}   ${ratio} of the bare one   ${processor}`,
    )
  }
})

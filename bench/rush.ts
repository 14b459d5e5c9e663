import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#server/db/connection.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { measureRush } from './rush/measure-rush.ts'
import { readProcessorTime } from './rush/processor-time.ts'

const SECRET = 'a secret of the benchmark, 32 characters or more'
/** The number of servers. */
const servers = Number(process.argv[2] ?? 1)

// The load, the servers and PostgreSQL are processes of their own. Machines differ and are shared, so only the ratios
// to the bare transaction of the same run can be compared.
const folder = await mkdtemp(join(tmpdir(), 'foyer-rush-'))
const embedded = await startEmbedded(folder)
try {
  await migrate(embedded)
  const settings = {
    DATABASE_URL: embedded.connectionString,
    DATABASE_OWNER_URL: embedded.ownerUrl,
    DATA_DIR: folder,
    JWT_SECRET: SECRET,
    MAX_RESERVATIONS: '100000',
    MAX_RESERVATIONS_PER_SHOW: '100000',
  }
  const shops = await Promise.all(Array.from({ length: servers }, () => startShopProcess(settings)))
  const db = connect(embedded.ownerUrl)
  try {
    const ports = shops.map(({ url }) => Number(new URL(url).port))
    const pids = shops.map(({ pid }) => pid)
    const results = await measureRush({
      db,
      url: embedded.ownerUrl,
      ports,
      secret: SECRET,
      processorTime: () => readProcessorTime(pids, folder),
    })
    const [bare] = results
    console.log(`A rush of 64 customers at ${servers} ${servers === 1 ? 'server' : 'servers'}\n`)
    for (const { name, perSecond, medianMs, p95Ms, serverMs, databaseMs } of results) {
      const ratio = (perSecond / (bare?.perSecond ?? 1)).toFixed(2)
      const times = `median ${medianMs.toFixed(1).padStart(6)} ms   p95 ${p95Ms.toFixed(1).padStart(6)} ms`
      const processor = `server ${serverMs.toFixed(2)} ms   PostgreSQL ${databaseMs.toFixed(2)} ms`
      console.log(
        `${name.padEnd(36)} ${perSecond.toFixed(0).padStart(5)}/s   ${times}   ${ratio} of the bare one   ${processor}`,
      )
    }
  } finally {
    await db.destroy()
    await Promise.all(shops.map((shop) => shop.stop()))
  }
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#server/db/connection.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { measureSale } from './sale-minute/measure-sale.ts'

const SECRET = 'a secret of the benchmark, 32 characters or more'
const GOALS = { servedMs: 300, readersMs: 100 }
const [people = 20_000, places = 10_000, seconds = 60, servers = 1] = process.argv.slice(2).map(Number)

// People arrive at a show with a waiting room, in processes apart from the servers and PostgreSQL.
const folder = await mkdtemp(join(tmpdir(), 'foyer-sale-'))
const embedded = await startEmbedded(folder)
try {
  await migrate(embedded)
  const settings = {
    DATABASE_URL: embedded.connectionString,
    DATABASE_OWNER_URL: embedded.ownerUrl,
    DATA_DIR: folder,
    JWT_SECRET: SECRET,
  }
  const shops = await Promise.all(Array.from({ length: servers }, () => startShopProcess(settings)))
  const db = connect(embedded.ownerUrl)
  try {
    const ports = shops.map(({ url }) => Number(new URL(url).port))
    const result = await measureSale({ db, ports, secret: SECRET, people, places, seconds })
    const p99 = (latencies: readonly number[]) =>
      latencies.toSorted((one, other) => one - other)[Math.floor(latencies.length * 0.99)] ?? 0
    const [served, readers] = [p99(result.served), p99(result.readers)]
    const longest = Math.max(0, ...result.waitedMs) / 1_000
    console.log(
      `${people} people in ${seconds} s for ${places} places, ${servers} server(s), on ${result.seconds.toFixed(0)} s`,
    )
    console.log(`sold ${result.sold}, twice ${result.soldTwice}, violations of the books ${result.violations}`)
    console.log(`reserve and order in turn: p99 ${served.toFixed(0)} ms (goal ${GOALS.servedMs})`)
    console.log(`readers of other pages:    p99 ${readers.toFixed(0)} ms (goal ${GOALS.readersMs})`)
    console.log(
      `longest wait ${longest.toFixed(0)} s, refused as busy ${result.busy}, faults ${[...result.faults].join(' ') || 0}`,
    )
    const isRight = result.sold === Math.min(people, places) && result.soldTwice === 0 && result.violations === 0
    const isGood = isRight && result.faults.size === 0 && served <= GOALS.servedMs && readers <= GOALS.readersMs
    if (!isGood) process.exitCode = 1
  } finally {
    await db.destroy()
    await Promise.all(shops.map((shop) => shop.stop()))
  }
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

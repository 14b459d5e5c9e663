import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#server/db/connection.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { fillBigShop } from './big-shop.sql.ts'
import { measureListRates } from './lists/measure-list-rates.ts'

// The load, the servers and PostgreSQL are processes of their own. Machines differ and are shared, so only the ratios
// to the bare server of the same run can be compared.
const folder = await mkdtemp(join(tmpdir(), 'foyer-lists-'))
const embedded = await startEmbedded(folder)
try {
  await migrate(embedded)
  const owner = connect(embedded.ownerUrl, { max: 1 })
  await fillBigShop(owner)
  await owner.destroy()
  const shop = await startShopProcess({
    DATABASE_URL: embedded.connectionString,
    DATABASE_OWNER_URL: embedded.ownerUrl,
    DATA_DIR: folder,
  })
  const bare = spawn(process.execPath, [join(import.meta.dirname, 'lists/bare-server.ts')])
  try {
    const [port] = (await once(bare.stdout, 'data')) as [Buffer]
    const ports = { bare: Number(port.toString()), shop: Number(new URL(shop.url).port) }
    const results = await measureListRates(ports)
    const [most] = results
    console.log('64 visitors ask for public lists of a shop with 100,000 shows\n')
    for (const { name, perSecond, medianMs, p95Ms } of results) {
      const ratio = (perSecond / (most?.perSecond ?? 1)).toFixed(2)
      const times = `median ${medianMs.toFixed(1).padStart(6)} ms   p95 ${p95Ms.toFixed(1).padStart(6)} ms`
      console.log(`${name.padEnd(36)} ${perSecond.toFixed(0).padStart(5)}/s   ${times}   ${ratio} of the bare one`)
    }
  } finally {
    bare.kill()
    await shop.stop()
  }
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

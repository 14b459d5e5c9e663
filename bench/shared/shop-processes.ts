import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Db } from '#server/db/connection.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'

type Options = {
  /** The number of servers. */
  servers?: number
  settings?: Record<string, string>
  /** Fills the empty shop before its servers start. */
  fill?: (owner: Db) => Promise<void>
}

/** Servers of one shop, and its database with the rights of the owner. */
export type ShopProcesses = {
  db: Db
  databaseUrl: string
  ports: readonly number[]
  pids: readonly number[]
  /** The folder of the database, by which its processes are found. */
  folder: string
  /** Signs the tokens of the shop. */
  secret: string
}

const SECRET = 'a secret of the benchmark, 32 characters or more'

/** Runs the work with a new shop whose servers and PostgreSQL are processes of their own, then removes all of them. */
export async function withShopProcesses(
  { servers = 1, settings = {}, fill }: Options,
  work: (shop: ShopProcesses) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const embedded = await startEmbedded(folder)
  try {
    await migrate(embedded)
    const db = connect(embedded.ownerUrl)
    await fill?.(db)
    const given = {
      DATABASE_URL: embedded.connectionString,
      DATABASE_OWNER_URL: embedded.ownerUrl,
      DATA_DIR: folder,
      JWT_SECRET: SECRET,
      ...settings,
    }
    const shops = await Promise.all(Array.from({ length: servers }, () => startShopProcess(given)))
    try {
      const ports = shops.map(({ url }) => Number(new URL(url).port))
      const pids = shops.map(({ pid }) => pid)
      await work({ db, databaseUrl: embedded.ownerUrl, ports, pids, folder, secret: SECRET })
    } finally {
      await db.destroy()
      await Promise.all(shops.map((shop) => shop.stop()))
    }
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

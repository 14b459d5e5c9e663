import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { connect, type Db } from '#server/db/connection.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'

/** A server with its embedded database, and a second server on the same database. */
export type EmbeddedRig = {
  readonly db: Db
  /** DATA_DIR of the server with the embedded database. */
  readonly folder: string
  urls: readonly [keeper: string, guest: string]
  killDatabase: () => Promise<void>
  /**
   * Kills the database and the server that owns it, and restarts that server at the same address. Its database then has
   * another address, so the second server has none.
   */
  killAll: () => Promise<void>
}

/** Starts the rig for one test and stops it afterwards. */
export async function startEmbeddedRig(): Promise<EmbeddedRig> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-embedded-'))
  let keeper = await startShopProcess({ DATA_DIR: folder })
  const databaseUrl = await urlOfDatabase(folder)
  const guest = await startShopProcess({ DATABASE_URL: databaseUrl, DATA_DIR: folder })
  let db = connect(databaseUrl)
  async function killDatabase(): Promise<void> {
    const [pid] = await postmaster(folder)
    process.kill(pid, 'SIGKILL')
  }
  onTestFinished(async () => {
    await db.destroy()
    await guest.stop()
    await keeper.stop()
    await rm(folder, { recursive: true })
  })
  return {
    get db() {
      return db
    },
    folder,
    urls: [keeper.url, guest.url],
    killDatabase,
    killAll: async () => {
      await Promise.all([killDatabase(), keeper.kill()])
      keeper = await startShopProcess({ DATA_DIR: folder, PORT: new URL(keeper.url).port })
      await db.destroy()
      db = connect(await urlOfDatabase(folder))
    },
  }
}

async function urlOfDatabase(folder: string): Promise<string> {
  const [, port] = await postmaster(folder)
  const password = (await readFile(join(folder, 'postgres.password'), 'utf8')).trim()
  return `postgres://foyer:${password}@127.0.0.1:${port}/foyer`
}

/** Reads process id and port of the database in a folder. */
async function postmaster(folder: string): Promise<[pid: number, port: number]> {
  const lines = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return [Number(lines[0]), Number(lines[3])]
}

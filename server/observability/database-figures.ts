import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#server/db/connection.ts'
import { type Audit, type QueuedTask, selectLastAudit, selectQueue } from './figures.sql.ts'

/** Limits the queries of all scrapes to one set per interval. */
const CACHE_MS = 15_000
const TIMEOUT_MS = 3_000

/** The metrics that come from the database. */
export type DatabaseFigures = { queue: readonly QueuedTask[]; audit: Audit | undefined }

/**
 * Creates the function that reads the figures, at most once in 15 seconds. It returns undefined if the database does
 * not answer within three seconds.
 */
export function databaseFigures(db: Db, { cacheMs = CACHE_MS } = {}): () => Promise<DatabaseFigures | undefined> {
  let latest: Promise<DatabaseFigures | undefined> | undefined
  let readAt = 0
  return () => {
    const now = performance.now()
    if (!latest || now - readAt >= cacheMs) {
      readAt = now
      latest = Promise.race([read(db).catch(() => undefined), wait(TIMEOUT_MS, undefined, { ref: false })])
    }
    return latest
  }
}

async function read(db: Db): Promise<DatabaseFigures> {
  return { queue: await selectQueue(db), audit: await selectLastAudit(db) }
}

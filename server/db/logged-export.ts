import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from './change-log.sql.ts'
import type { Db } from './connection.ts'
import { inTransaction } from './transaction.ts'

/** Limits the exports of a process at the same time. Each takes a connection of its pool. */
const MOST_AT_ONCE = 2
const RETRY_AFTER_SECONDS = 10

let running = 0

type LoggedExport = { by: UserId; name: string; filters: Readonly<Record<string, unknown>> }

/**
 * Prepares an export, logs it with its filters, then makes it in parts. Throws `busy` if too many exports run, and what
 * the preparation throws: a refused export is not logged.
 */
export async function* loggedExport<Part>(
  db: Db,
  { by, name, filters }: LoggedExport,
  prepare: () => Promise<AsyncGenerator<Part>>,
): AsyncGenerator<Part> {
  if (running >= MOST_AT_ONCE) throw problem('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  running += 1
  try {
    const parts = await prepare()
    const changes = Object.entries(filters)
      .filter(([field, value]) => value !== undefined && field !== 'pageIndex' && field !== 'pageSize')
      .map(([field, value]) => ({ field, from: null, to: String(value) }))
    await inTransaction(db, (tx) =>
      logChange(tx, { by, action: 'EXPORTED', record: { kind: 'EXPORT', id: 0, name }, changes }),
    )
    yield* parts
  } finally {
    running -= 1
  }
}

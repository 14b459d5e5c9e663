import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { getOwnTicket } from '#contract/ticket-codes.ts'
import type { TicketId } from '#domain/ids.ts'
import { TICKETS_DATABASE } from '#client/customer/kept-tickets.ts'
import { currentSession, userIn } from '#client/session.ts'

/** A ticket with the shop's clock minus that of this device when the shop answered, in milliseconds. */
export type OwnTicket = ReplyOf<typeof getOwnTicket> & { readonly clockOffsetMs: number }
type StoredTicket = { readonly key: string; readonly found: OwnTicket; readonly expiresAt: number }
type Schema = DBSchema & { tickets: { key: string; value: StoredTicket; indexes: { expiresAt: number } } }

/** Limits how long a ticket is kept, from the start of its show: a day after most shows have ended. */
const KEPT_AFTER_START_MS = 36 * 3_600_000

/** Keeps a ticket of the current user on this device. A ticket without a code is not kept. */
export async function storeTicket(found: OwnTicket): Promise<void> {
  const key = keyOf(found.ticket.id)
  const expiresAt = Date.parse(found.ticket.eventShow.startTime) + KEPT_AFTER_START_MS
  if (key === undefined || found.code === null || expiresAt <= Date.now()) return
  await inDatabase(async (database) => {
    // A logout that took place meanwhile has deleted the tickets of its user.
    if (keyOf(found.ticket.id) === key) await database.put('tickets', { key, found, expiresAt })
  })
}

/** Reads a ticket of the current user. Undefined if it is not kept on this device. Deletes expired tickets. */
export async function readStoredTicket(id: TicketId): Promise<OwnTicket | undefined> {
  const key = keyOf(id)
  if (key === undefined) return undefined
  return inDatabase(async (database) => {
    const expired = await database.getAllKeysFromIndex('tickets', 'expiresAt', IDBKeyRange.upperBound(Date.now()))
    await Promise.all(expired.map((each) => database.delete('tickets', each)))
    return (await database.get('tickets', key))?.found
  })
}

/** Deletes a ticket of the current user from this device. */
export async function forgetTicket(id: TicketId): Promise<void> {
  const key = keyOf(id)
  if (key !== undefined) await inDatabase((database) => database.delete('tickets', key))
}

function keyOf(id: TicketId): string | undefined {
  const { token } = currentSession()
  const user = token === null ? undefined : userIn(token)
  return user === undefined ? undefined : `${user}/${id}`
}

/** Runs a task on the database, and closes it, so that a logout can delete it. Undefined if the browser refuses. */
async function inDatabase<Result>(task: (database: IDBPDatabase<Schema>) => Promise<Result>) {
  try {
    const database = await openDB<Schema>(TICKETS_DATABASE, 1, {
      upgrade: (fresh) => {
        fresh.createObjectStore('tickets', { keyPath: 'key' }).createIndex('expiresAt', 'expiresAt')
      },
    })
    return await task(database).finally(() => database.close())
  } catch {
    return undefined
  }
}

import type { Kysely, Transaction } from 'kysely'
import type { PlaceId, ShowId } from '#domain/ids.ts'
import type { Schema } from './schema.ts'

/** A place of a show that is held by others, or by fewer or more, than before. */
export type ChangedPlace = { showId: ShowId; placeId: PlaceId }

type Listener = (places: readonly ChangedPlace[]) => void

const notedIn = new WeakMap<Transaction<Schema>, ChangedPlace[]>()
const listenerOf = new WeakMap<Kysely<Schema>, Listener>()

/** Whoever writes tickets notes here whose places they are. It is told when the transaction stands, and forgotten when it does not. */
export function publishAfterCommit(tx: Transaction<Schema>, places: readonly ChangedPlace[]): void {
  const noted = notedIn.get(tx)
  if (noted) noted.push(...places)
  else notedIn.set(tx, [...places])
}

/** Tells what a transaction noted, now that it is committed. */
export function publishChanges(db: Kysely<Schema>, tx: Transaction<Schema>): void {
  const noted = notedIn.get(tx)
  if (noted) listenerOf.get(db)?.(noted)
}

/** Calls back after every transaction on this database that changed places. One listener a database; it must not throw. */
export function onPublished(db: Kysely<Schema>, listener: Listener): void {
  listenerOf.set(db, listener)
}

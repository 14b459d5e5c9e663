import type { Kysely, Transaction } from 'kysely'
import type { PlaceId, ShowId } from '#domain/ids.ts'
import type { Schema } from './schema.ts'

/** A place of a show whose holders or number of holders changed. */
export type ChangedPlace = { showId: ShowId; placeId: PlaceId }

type Listener = (places: readonly ChangedPlace[]) => void

const placesOf = new WeakMap<Transaction<Schema>, ChangedPlace[]>()
const listenerOf = new WeakMap<Kysely<Schema>, Listener>()

/** Notes the places of changed tickets, to be published after the commit. A rollback discards them. */
export function publishAfterCommit(tx: Transaction<Schema>, places: readonly ChangedPlace[]): void {
  const noted = placesOf.get(tx)
  if (noted) noted.push(...places)
  else placesOf.set(tx, [...places])
}

/** Publishes the places that a committed transaction noted. */
export function publishChanges(db: Kysely<Schema>, tx: Transaction<Schema>): void {
  const noted = placesOf.get(tx)
  if (noted) listenerOf.get(db)?.(noted)
}

/** Sets the database's one listener, called after each commit that changed places. It must not throw. */
export function onPublished(db: Kysely<Schema>, listener: Listener): void {
  listenerOf.set(db, listener)
}

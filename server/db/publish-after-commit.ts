import type { Kysely, Transaction } from 'kysely'
import type { ShowId } from '#domain/ids.ts'
import type { PlaceOfShow } from './places-of-shows.ts'
import type { Schema } from './schema.ts'

/**
 * A change that the servers of the shop tell each other. `TICKET`: the ticket of a place was sold, has a new code or
 * was scanned, and the place stays held. `ENTRY`: rules or gates of a show's entry. `LISTS`: what visitors find in
 * lists.
 */
export type Change =
  | ({ what: 'PLACE' } & PlaceOfShow)
  | ({ what: 'TICKET' } & PlaceOfShow)
  | { what: 'ENTRY'; showId: ShowId }
  | { what: 'LISTS' }

type Listener = (changes: readonly Change[]) => void

const changesOf = new WeakMap<Transaction<Schema>, Change[]>()
const listenerOf = new WeakMap<Kysely<Schema>, Listener>()

/** Notes the places of changed tickets, to be published after the commit. A rollback discards them. */
export function publishAfterCommit(tx: Transaction<Schema>, places: readonly PlaceOfShow[]): void {
  note(
    tx,
    places.map(({ showId, placeId }) => ({ what: 'PLACE', showId, placeId })),
  )
}

/** Notes the places of tickets that scanners see otherwise and seat maps do not, to be published after the commit. */
export function publishTicketsAfterCommit(tx: Transaction<Schema>, places: readonly PlaceOfShow[]): void {
  note(
    tx,
    places.map(({ showId, placeId }) => ({ what: 'TICKET', showId, placeId })),
  )
}

/** Notes that scanners of shows need their set anew, to be published after the commit. */
export function publishEntryAfterCommit(tx: Transaction<Schema>, showIds: readonly ShowId[]): void {
  note(
    tx,
    showIds.map((showId) => ({ what: 'ENTRY', showId })),
  )
}

/** Notes that lists may have changed, to be published after the commit. */
export function publishListsAfterCommit(tx: Transaction<Schema>): void {
  note(tx, [{ what: 'LISTS' }])
}

function note(tx: Transaction<Schema>, changes: readonly Change[]): void {
  const noted = changesOf.get(tx)
  if (noted) noted.push(...changes)
  else changesOf.set(tx, [...changes])
}

/** Publishes the changes that a committed transaction noted. */
export function publishChanges(db: Kysely<Schema>, tx: Transaction<Schema>): void {
  const noted = changesOf.get(tx)
  if (noted) listenerOf.get(db)?.(noted)
}

/** Publishes the places that a statement outside a transaction changed. */
export function publishNow(db: Kysely<Schema>, places: readonly PlaceOfShow[]): void {
  if (places.length > 0) listenerOf.get(db)?.(places.map((place) => ({ what: 'PLACE', ...place })))
}

/** Sets the database's one listener, called after each commit that noted changes. It must not throw. */
export function onPublished(db: Kysely<Schema>, listener: Listener): void {
  listenerOf.set(db, listener)
}

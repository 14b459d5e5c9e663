import type { ShowId } from '#domain/ids.ts'
import { placesLeft, type PlacesLeft } from '#domain/waiting-room.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { countBookablePlaces } from '#server/features/tickets/show-places.sql.ts'
import { countTaken } from './places-left.sql.ts'

/** Reads how many places of a show are left. */
export async function readPlacesLeft(db: Db | Tx, showId: ShowId): Promise<PlacesLeft> {
  const [taken, capacity] = await Promise.all([countTaken(db, showId), countBookablePlaces(db, showId)])
  return placesLeft({ ...taken, capacity })
}

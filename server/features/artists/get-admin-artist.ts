import type { AdminArtist } from '#contract/admin-artists.ts'
import type { ArtistId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { selectAdminArtist } from './artists.sql.ts'

/** Reads an artist for editing. Throws `deleted` or `not_found`. */
export function getAdminArtist(db: Db, artistId: ArtistId): Promise<AdminArtist> {
  return inTransaction(db, async (tx) =>
    stillThere(tx, { kind: 'ARTIST', id: artistId }, await selectAdminArtist(tx, artistId)),
  )
}

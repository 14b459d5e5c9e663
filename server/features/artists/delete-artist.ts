import { artistName } from '#domain/artist-name.ts'
import type { ArtistId, UserId } from '#domain/ids.ts'
import { counted } from '#domain/number-text.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { countShowsOfArtist, deleteArtistRow, lockArtist } from './artists.sql.ts'

/** Deletes an artist without shows. Throws `in_use` for one with shows. Does nothing if the artist is gone already. */
export function deleteArtist(db: Db, by: UserId, id: ArtistId): Promise<void> {
  return inTransaction(db, async (tx) => {
    const artist = await lockArtist(tx, id)
    if (!artist) return
    const shows = await countShowsOfArtist(tx, id)
    if (shows > 0) throw problem('in_use', { what: 'artist', uses: counted(shows, 'show', 'shows') })
    await deleteArtistRow(tx, id)
    await logChange(tx, { by, action: 'DELETED', record: { kind: 'ARTIST', id, name: artistName(artist) } })
  })
}

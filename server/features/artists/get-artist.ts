import type { Artist } from '#contract/artists.ts'
import type { ArtistId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectArtist } from './artists.sql.ts'

/** One artist. */
export async function getArtist(db: Db, artistId: ArtistId): Promise<Artist> {
  const artist = await selectArtist(db, artistId)
  if (!artist) throw problem('not_found', { what: 'artist' })
  return artist
}

import type { ArtistDetail, ListedArtist } from '#contract/artists.ts'
import type { Paged } from '#contract/fields.ts'
import { comingShows } from '#domain/shows/coming-shows.ts'
import type { ArtistId } from '#domain/ids.ts'
import type { Remember } from '#server/concurrency/async-cache.ts'
import type { Db } from '#server/db/connection.ts'
import { selectComingShows } from '#server/features/shows/coming-shows.sql.ts'
import { type ArtistSearch, selectArtist, selectArtists } from './artists.sql.ts'

/** Lists the artists that match all given filters, with their shows to come. */
export async function listArtists(db: Db, search: ArtistSearch, remember: Remember): Promise<Paged<ListedArtist>> {
  const { total, elements } = await selectArtists(db, search, remember)
  return { total, elements: await withComingShows(db, elements) }
}

/** Reads an artist with the shows to come. Undefined for an unknown artist. */
export async function getArtist(db: Db, artistId: ArtistId): Promise<ArtistDetail | undefined> {
  const row = await selectArtist(db, artistId)
  const [artist] = row ? await withComingShows(db, [row]) : []
  return artist
}

async function withComingShows<Row extends { id: ArtistId }>(db: Db, artists: readonly Row[]) {
  const groups = await selectComingShows(
    db,
    'artist_id',
    artists.map(({ id }) => id),
  )
  return artists.map((artist) => ({ ...artist, coming: comingShows(groups.get(artist.id) ?? []) }))
}

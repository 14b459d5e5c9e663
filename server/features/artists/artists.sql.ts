import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { NewArtist } from '#contract/admin-artists.ts'
import type { artistSearch } from '#contract/artists.ts'
import type { Paging } from '#contract/fields.ts'
import type { ArtistId } from '#domain/ids.ts'
import type { Remember } from '#server/concurrency/async-cache.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { allOf, anyOf, containedIn, contains } from '#server/db/filters.ts'
import { oneOf } from '#server/db/one-of.ts'
import { pageInOrder, pageOf } from '#server/db/paged.ts'

export type ArtistSearch = z.output<typeof artistSearch>
export type ArtistFields = NewArtist

function selectFromArtists(db: Db | Tx) {
  return db
    .selectFrom('artists')
    .leftJoin('images', 'images.id', 'artists.image_id')
    .select([
      'artists.id',
      'artists.first_name as firstName',
      'artists.last_name as lastName',
      'artists.stage_name as stageName',
      'images.name as imageName',
    ])
}

/** Lists artists ordered by their displayed name. */
export function selectArtists(db: Db, search: ArtistSearch, remember: Remember) {
  const order = db
    .selectFrom('artists')
    .select('artists.id')
    .where(
      allOf([
        contains('first_name', search.firstName),
        contains('last_name', search.lastName),
        contains('stage_name', search.stageName),
      ]),
    )
    .orderBy(sql`folded(coalesce(nullif(stage_name, ''), first_name || ' ' || last_name))`)
    .orderBy('artists.id')
  return pageInOrder(order, search, {
    remember,
    select: (ids) => selectFromArtists(db).where('artists.id', '=', oneOf(ids)).execute(),
  })
}

export function selectArtist(db: Db | Tx, artistId: ArtistId) {
  return selectFromArtists(db).select('artists.description').where('artists.id', '=', artistId).executeTakeFirst()
}

const adminColumns = [
  'artists.description',
  'artists.image_id as imageId',
  'artists.version',
  sql<number>`(select count(*) from event_shows where event_shows.artist_id = artists.id)`.as('shows'),
] as const

/** Lists artists with a name that contains the text, ordered by their displayed name. */
export function selectAdminArtists(db: Db, search: Paging & { name?: string | undefined }) {
  return pageOf(findAdminArtists(db, search), search)
}

/** Finds the artists of that list. */
export function findAdminArtists(db: Db | Tx, { name }: { name?: string | undefined }) {
  return selectFromArtists(db)
    .select(adminColumns)
    .where(
      allOf([
        anyOf([
          contains('first_name', name),
          contains('last_name', name),
          contains('stage_name', name),
          containedIn(sql`first_name || ' ' || last_name`, name),
        ]),
      ]),
    )
    .orderBy(sql`folded(coalesce(nullif(stage_name, ''), first_name || ' ' || last_name))`)
    .orderBy('artists.id')
}

export function selectAdminArtist(db: Db | Tx, artistId: ArtistId) {
  return selectFromArtists(db).select(adminColumns).where('artists.id', '=', artistId).executeTakeFirst()
}

/** Keeps an artist from being deleted until the transaction ends. Returns false for an unknown artist. */
export async function keepArtist(tx: Tx, artistId: ArtistId): Promise<boolean> {
  const row = await tx.selectFrom('artists').select('id').where('id', '=', artistId).forKeyShare().executeTakeFirst()
  return row !== undefined
}

/** Locks an artist before an edit or its deletion. Undefined for an unknown artist. */
export function lockArtist(tx: Tx, artistId: ArtistId) {
  return tx
    .selectFrom('artists')
    .select([
      'first_name as firstName',
      'last_name as lastName',
      'stage_name as stageName',
      'description',
      'image_id as imageId',
      'version',
    ])
    .where('id', '=', artistId)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertArtist(tx: Tx, artist: ArtistFields): Promise<ArtistId> {
  const { id } = await tx.insertInto('artists').values(rowOf(artist)).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Replaces the fields of a locked artist and raises the version. */
export async function updateArtist(tx: Tx, artistId: ArtistId, artist: ArtistFields): Promise<void> {
  await tx
    .updateTable('artists')
    .set({ ...rowOf(artist), version: sql<number>`version + 1` })
    .where('id', '=', artistId)
    .execute()
}

export async function deleteArtistRow(tx: Tx, artistId: ArtistId): Promise<void> {
  await tx.deleteFrom('artists').where('id', '=', artistId).execute()
}

export async function countShowsOfArtist(tx: Tx, artistId: ArtistId): Promise<number> {
  const { shows } = await tx
    .selectFrom('event_shows')
    .select(sql<number>`count(*)`.as('shows'))
    .where('artist_id', '=', artistId)
    .executeTakeFirstOrThrow()
  return shows
}

function rowOf({ firstName, lastName, stageName, description, imageId }: ArtistFields) {
  return {
    first_name: firstName,
    last_name: lastName,
    stage_name: stageName,
    description: description || null,
    image_id: imageId ?? null,
  }
}

import type { AdminArtist, NewArtist } from '#contract/admin-artists.ts'
import { artistName } from '#domain/artist-name.ts'
import type { ArtistId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { editable } from '#server/db/edited-record.ts'
import { saveEdit } from '#server/db/save-edit.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockImage } from '#server/features/images/images.sql.ts'
import { insertArtist, lockArtist, selectAdminArtist, updateArtist } from './artists.sql.ts'

/** Creates an artist. Throws `not_found` for an unknown image. */
export function createArtist(db: Db, by: UserId, wanted: NewArtist): Promise<AdminArtist> {
  return inTransaction(db, async (tx) => {
    await keepImage(tx, wanted)
    const id = await insertArtist(tx, wanted)
    await logChange(tx, { by, action: 'CREATED', record: { kind: 'ARTIST', id, name: artistName(wanted), version: 1 } })
    return saved(tx, id)
  })
}

type Edit = NewArtist & { id: ArtistId; version: number }

/** Replaces the fields of an artist. Throws `changed_meanwhile` if the version is not the current one. */
export function editArtist(db: Db, by: UserId, { id, version, ...wanted }: Edit): Promise<AdminArtist> {
  return inTransaction(db, async (tx) => {
    await keepImage(tx, wanted)
    const before = await editable(tx, { kind: 'ARTIST', id }, await lockArtist(tx, id), version)
    const record = { kind: 'ARTIST', id, name: artistName(wanted) } as const
    const after = { imageId: null, ...wanted, description: wanted.description || null }
    await saveEdit(tx, { by, record, before, after }, () => updateArtist(tx, id, wanted))
    return saved(tx, id)
  })
}

async function keepImage(tx: Tx, { imageId }: NewArtist): Promise<void> {
  if (imageId && !(await lockImage(tx, imageId))) throw problem('not_found', { what: 'image' })
}

async function saved(tx: Tx, id: ArtistId): Promise<AdminArtist> {
  const artist = await selectAdminArtist(tx, id)
  if (!artist) throw new Error('The artist that was just saved is not there.')
  return artist
}

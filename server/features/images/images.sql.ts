import { sql } from 'kysely'
import type { ImageId, UserId } from '#domain/ids.ts'
import { type Db, sqlStateOf, type Tx } from '#server/db/connection.ts'

const STILL_REFERENCED = '23503'

export function selectImage(db: Db, name: string) {
  return db.selectFrom('images').select(['id', 'name', 'width']).where('name', '=', name).executeTakeFirst()
}

/** A part of a picture whose reading delays other requests by a thousandth of a second. */
const PART_BYTES = 128 * 1024

/** Reads bytes part by part, so that other requests are answered between them. `read` starts at a byte, from 1. */
async function inParts(read: (start: number) => Promise<{ part: Buffer } | undefined>): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  for (;;) {
    const row = await read(parts.length * PART_BYTES + 1)
    if (!row) return undefined
    parts.push(row.part)
    if (row.part.length < PART_BYTES) return parts.length === 1 ? row.part : Buffer.concat(parts)
  }
}

const partFrom = (start: number) => sql<Buffer>`substring(content from ${start}::int for ${PART_BYTES}::int)`.as('part')

export function selectImageContent(db: Db, imageId: ImageId): Promise<Buffer | undefined> {
  return inParts((start) =>
    db.selectFrom('images').select(partFrom(start)).where('id', '=', imageId).executeTakeFirst(),
  )
}

/** Returns the sides of an image in pixels, and whether it is the shop's: uploaded by no customer who is left. */
export function selectImageFacts(db: Db, imageId: ImageId) {
  return db
    .selectFrom('images')
    .leftJoin('users', 'users.id', 'uploaded_by')
    .select(['width', 'height', sql<boolean>`coalesce(is_admin, true)`.as('isOfShop')])
    .where('images.id', '=', imageId)
    .executeTakeFirst()
}

/** Locks an image against deletion until the transaction ends. Returns undefined for an unknown image. */
export function lockImage(tx: Tx, imageId: ImageId) {
  return tx
    .selectFrom('images')
    .select(['id', 'uploaded_by as uploadedBy'])
    .where('id', '=', imageId)
    .forKeyShare()
    .executeTakeFirst()
}

type NewImage = { name: string; content: Buffer; width: number; height: number; uploadedBy: UserId }

export function insertImage(db: Db, { uploadedBy, ...image }: NewImage) {
  return db
    .insertInto('images')
    .values({ ...image, uploaded_by: uploadedBy })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

/** Deletes an unused image of any uploader or of a given one. */
export async function deleteUnusedImage(
  db: Db,
  name: string,
  uploadedBy: UserId | 'anybody',
): Promise<'deleted' | 'missing' | 'in use'> {
  const deletion = db.deleteFrom('images').where('name', '=', name)
  const mine = uploadedBy === 'anybody' ? deletion : deletion.where('uploaded_by', '=', uploadedBy)
  try {
    const { numDeletedRows } = await mine.executeTakeFirst()
    return numDeletedRows > 0n ? 'deleted' : 'missing'
  } catch (error) {
    if (sqlStateOf(error) === STILL_REFERENCED) return 'in use'
    throw error
  }
}

/** Deletes images that have been unused for a day. An image that is taken into use concurrently stays. */
export async function deleteAbandonedImages(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from abandoned_images`.execute(db)
  for (const { name } of rows) await deleteUnusedImage(db, name, 'anybody')
}

export function selectVariant(db: Db, imageId: ImageId, width: number): Promise<Buffer | undefined> {
  return inParts((start) =>
    db
      .selectFrom('image_variants')
      .select(partFrom(start))
      .where('image_id', '=', imageId)
      .where('width', '=', width)
      .where('format', '=', 'webp')
      .executeTakeFirst(),
  )
}

/** Stores a variant if the image still exists. The first stored variant of a width stays. */
export async function insertVariant(db: Db, imageId: ImageId, width: number, content: Buffer): Promise<void> {
  await sql`
    insert into image_variants (image_id, width, format, content)
    select id, ${width}::int, 'webp', ${content}::bytea from images where id = ${imageId} for key share
    on conflict do nothing`.execute(db)
}

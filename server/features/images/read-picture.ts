import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import type { PictureChoice } from './find-picture.ts'
import { insertVariant, selectImageContent, selectVariant } from './images.sql.ts'
import { webpOf } from './png.ts'

/** Reads the bytes of a picture. Creates and stores a variant on its first request. */
export async function readPicture(
  db: Db,
  { imageId, width }: PictureChoice,
): Promise<{ type: 'image/png' | 'image/webp'; content: Buffer }> {
  const kept = width === 'original' ? undefined : await selectVariant(db, imageId, width)
  if (kept) return { type: 'image/webp', content: kept }
  const original = await selectImageContent(db, imageId)
  if (!original) throw problem('not_found', { what: 'image' })
  if (width === 'original') return { type: 'image/png', content: original }
  const content = await webpOf(original, width)
  await insertVariant(db, imageId, width, content)
  return { type: 'image/webp', content }
}

import type { ImageId } from '#domain/ids.ts'
import { exceededImageLimit } from '#domain/image-limits.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import type { PictureEncoder } from '#server/gateways/pictures/picture-encoder.ts'
import type { PictureChoice } from './find-picture.ts'
import { insertVariant, selectImageContent, selectImageSize, selectVariant } from './images.sql.ts'

/** A request for a picture, and its lane of the picture encoder. */
export type PictureRequest = PictureChoice & { lane: string }

type PictureContent = { type: 'image/png' | 'image/webp'; content: Buffer }

/**
 * Reads the bytes of a picture. Creates and stores a variant on its first request. A picture that was stored before
 * today's limits has the variants of then, else itself in every width.
 */
export async function readPicture(
  db: Db,
  pictures: PictureEncoder,
  { imageId, width, lane }: PictureRequest,
): Promise<PictureContent> {
  if (width === 'original') return readOriginal(db, imageId)
  const kept = await selectVariant(db, imageId, width)
  if (kept) return { type: 'image/webp', content: kept }
  if (await isOverLimits(db, imageId)) return readOriginal(db, imageId)
  const original = async () => (await readOriginal(db, imageId)).content
  const content = await pictures.encodeWebp(lane, original, width)
  await insertVariant(db, imageId, width, content)
  return { type: 'image/webp', content }
}

async function readOriginal(db: Db, imageId: ImageId): Promise<PictureContent> {
  const content = await selectImageContent(db, imageId)
  if (!content) throw problem('not_found', { what: 'image' })
  return { type: 'image/png', content }
}

async function isOverLimits(db: Db, imageId: ImageId): Promise<boolean> {
  const size = await selectImageSize(db, imageId)
  return size !== undefined && exceededImageLimit({ ...size, bytesPerPixel: 1 }) !== undefined
}

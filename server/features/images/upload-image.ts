import { randomBytes } from 'node:crypto'
import type { Image } from '#contract/images.ts'
import type { UserId } from '#domain/ids.ts'
import { exceededImageLimit } from '#domain/image-limits.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import type { PictureEncoder } from '#server/gateways/pictures/picture-encoder.ts'
import { insertImage } from './images.sql.ts'
import { readPngHeader } from './read-png-header.ts'

type Upload = {
  uploadedBy: UserId
  /** The lane of the picture encoder. */
  lane: string
  content: Buffer
}

/**
 * Re-encodes an uploaded PNG, which drops all metadata, and stores it under a random name. Throws `not_png`, and
 * `image_too_large` before anything is decoded.
 */
export async function uploadImage(
  db: Db,
  pictures: PictureEncoder,
  { uploadedBy, lane, content }: Upload,
): Promise<Image> {
  const limit = exceededImageLimit(readPngHeader(content))
  if (limit) throw problem('image_too_large', { limit })
  const picture = await pictures.cleanPng(lane, content)
  return insertImage(db, { ...picture, name: `${randomBytes(16).toString('hex')}.png`, uploadedBy })
}

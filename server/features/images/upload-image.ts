import { randomBytes } from 'node:crypto'
import type { Image } from '#contract/images.ts'
import type { UserId } from '#domain/ids.ts'
import { exceededImageLimit } from '#domain/image-limits.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import type { Picture, PictureEncoder, PictureLane } from '#server/gateways/pictures/picture-encoder.ts'
import { insertImage } from './images.sql.ts'
import { readPngHeader } from './read-png-header.ts'

/**
 * Re-encodes an uploaded PNG in a lane of the encoder, which drops all metadata. Throws `not_png`, and
 * `image_too_large` before anything is decoded.
 */
export async function cleanUpload(pictures: PictureEncoder, lane: PictureLane, content: Buffer): Promise<Picture> {
  const limit = exceededImageLimit(readPngHeader(content))
  if (limit) throw problem('image_too_large', { limit })
  return pictures.cleanPng(lane, content)
}

/** Stores a picture under a random name. */
export function storeImage(db: Db, uploadedBy: UserId, picture: Picture): Promise<Image> {
  return insertImage(db, { ...picture, name: `${randomBytes(16).toString('hex')}.png`, uploadedBy })
}

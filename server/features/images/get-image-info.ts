import type { Image } from '#contract/images.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectImage } from './images.sql.ts'

/** Id and name of an image. */
export async function getImageInfo(db: Db, name: string): Promise<Image> {
  const image = await selectImage(db, name)
  if (!image) throw problem('not_found', { what: 'image' })
  return image
}

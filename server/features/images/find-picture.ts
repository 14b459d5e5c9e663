import { IMAGE_WIDTHS } from '#contract/images.ts'
import type { ImageId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectImage } from './images.sql.ts'

/** The original image, or its variant of a width in pixels. */
export type PictureChoice = { imageId: ImageId; width: number | 'original' }

/** Chooses the next larger offered width, at most the width of the image. */
export async function findPicture(db: Db, name: string, wanted: number | undefined): Promise<PictureChoice> {
  const image = await selectImage(db, name)
  if (!image) throw problem('not_found', { what: 'image' })
  if (wanted === undefined) return { imageId: image.id, width: 'original' }
  const offered = IMAGE_WIDTHS.find((width) => width >= wanted) ?? Math.max(...IMAGE_WIDTHS)
  return { imageId: image.id, width: Math.min(offered, image.width) }
}

import { IMAGE_WIDTHS } from '#contract/images.ts'
import type { ImageId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectImage } from './images.sql.ts'

/** The image itself, or a variant of so many pixels in width. */
export type PictureChoice = { imageId: ImageId; width: number | 'original' }

/** Which picture answers best: the next offered width that is not smaller, but never more than the image has. */
export async function findPicture(db: Db, name: string, wanted: number | undefined): Promise<PictureChoice> {
  const image = await selectImage(db, name)
  if (!image) throw problem('not_found', { what: 'image' })
  if (wanted === undefined) return { imageId: image.id, width: 'original' }
  const offered = IMAGE_WIDTHS.find((width) => width >= wanted) ?? Math.max(...IMAGE_WIDTHS)
  return { imageId: image.id, width: Math.min(offered, image.width) }
}

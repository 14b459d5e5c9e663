import type { ImageId } from '#domain/ids.ts'
import { exceededImageLimit } from '#domain/image-limits.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { LONGEST_WAIT_MS } from '#server/db/connection-shares.ts'
import { FairQueue } from '#server/fair-queue.ts'
import type { PictureEncoder } from '#server/gateways/pictures/picture-encoder.ts'
import { RETRY_AFTER_SECONDS } from '#server/wait-in-line.ts'
import { withoutConnection } from '#server/without-connection.ts'
import type { PictureChoice } from './find-picture.ts'
import { insertVariant, selectImageContent, selectImageSize, selectVariant } from './images.sql.ts'

/** A request for a picture, and its lane of the picture encoder. */
export type PictureRequest = PictureChoice & { lane: string }

/** Reads pictures one at a time: each megabyte takes a hundredth of a second, in which no other request is answered. */
const reads = new FairQueue({
  maxWaiting: 500,
  maxWaitMs: LONGEST_WAIT_MS,
  retryAfterSeconds: RETRY_AFTER_SECONDS,
})

type PictureContent = { type: 'image/png' | 'image/webp'; content: Buffer }

/**
 * Reads the bytes of a picture, in turns of client networks. Creates and stores a variant on its first request. A
 * picture that was stored before today's limits has the variants of then, else itself in every width.
 */
export async function readPicture(
  db: Db,
  pictures: PictureEncoder,
  { imageId, width, lane }: PictureRequest,
): Promise<PictureContent> {
  const inTurn = <Result>(read: () => Promise<Result>) => withoutConnection(() => reads.run(lane, read))
  if (width === 'original') return inTurn(() => readOriginal(db, imageId))
  const kept = await inTurn(() => selectVariant(db, imageId, width))
  if (kept) return { type: 'image/webp', content: kept }
  if (await isOverLimits(db, imageId)) return inTurn(() => readOriginal(db, imageId))
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

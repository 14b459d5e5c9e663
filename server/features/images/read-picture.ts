import { LRUCache } from 'lru-cache'
import type { ImageId } from '#domain/ids.ts'
import { exceededImageLimit } from '#domain/image-limits.ts'
import { Problem, problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { LONGEST_WAIT_MS } from '#server/db/connection-shares.ts'
import { FairQueue } from '#server/concurrency/fair-queue.ts'
import type { PictureEncoder, PictureLane } from '#server/gateways/pictures/picture-encoder.ts'
import type { Turn } from '#server/http/limits/network-turns.ts'
import { RETRY_AFTER_SECONDS } from '#server/concurrency/wait-in-line.ts'
import { withoutConnection } from '#server/concurrency/without-connection.ts'
import type { PictureChoice } from './find-picture.ts'
import { insertVariant, selectImageContent, selectImageFacts, selectVariant } from './images.sql.ts'

/**
 * A request for a picture, and its client network, by whose turn it is read and made. `outsideTurn` gives back the turn
 * of the client network while the request waits for the encoder.
 */
export type PictureRequest = PictureChoice & {
  lane: string
  outsideTurn: Turn['outside']
}

const QUEUE_LIMITS = { maxWaiting: 500, maxWaitMs: LONGEST_WAIT_MS, retryAfterSeconds: RETRY_AFTER_SECONDS }
const KEPT_FAILURES = { max: 10_000, ttl: 600_000, perf: performance }

type PictureContent = { type: 'image/png' | 'image/webp'; content: Buffer }

/**
 * Returns a function that reads the bytes of a picture, in turns of client networks, and creates and stores a variant
 * on its first request. A variant that could not be made is not tried again for ten minutes: the original stands for
 * it. A picture that was stored before today's limits has the variants of then, else itself in every width.
 */
export function pictureReader(db: Db, pictures: PictureEncoder): (request: PictureRequest) => Promise<PictureContent> {
  // One at a time: each megabyte takes a hundredth of a second, in which no other request is answered.
  const reads = new FairQueue(QUEUE_LIMITS)
  const failed = new LRUCache<string, true>(KEPT_FAILURES)

  return async ({ imageId, width, lane, outsideTurn }) => {
    const inTurn = <Content extends Buffer | undefined>(read: () => Promise<Content>) =>
      withoutConnection(() => reads.run(lane, read))
    const original = async (): Promise<PictureContent> => ({
      type: 'image/png',
      content: await inTurn(() => readOriginal(db, imageId)),
    })
    if (width === 'original') return original()
    const kept = await inTurn(() => selectVariant(db, imageId, width))
    if (kept) return { type: 'image/webp', content: kept }
    const image = await selectImageFacts(db, imageId)
    if (!image || exceededImageLimit({ ...image, bytesPerPixel: 1 })) return original()
    const owner = image.isOfShop ? 'shop' : 'customer'
    const made = await outsideTurn(() => makeVariant({ owner, network: lane }, imageId, width))
    return made ? { type: 'image/webp', content: made } : original()
  }

  /**
   * Makes and stores a variant in the turn of a lane, unless an earlier turn of another lane has. Returns undefined if
   * it cannot be made.
   */
  async function makeVariant(lane: PictureLane, imageId: ImageId, width: number): Promise<Buffer | undefined> {
    const name = `${imageId}/${width}`
    if (failed.has(name)) return undefined
    const made = pictures.inTurn(lane, async (encodeWebp) => {
      const kept = await selectVariant(db, imageId, width)
      if (kept || failed.has(name)) return kept
      const content = await encodeWebp(await readOriginal(db, imageId), width)
      await insertVariant(db, imageId, width, content)
      return content
    })
    return made.catch((error: unknown) => {
      if (!(error instanceof Problem && error.code === 'image_not_processed')) throw error
      failed.set(name, true)
      return undefined
    })
  }
}

async function readOriginal(db: Db, imageId: ImageId): Promise<Buffer> {
  const content = await selectImageContent(db, imageId)
  if (!content) throw problem('not_found', { what: 'image' })
  return content
}

import { problem } from '#domain/problem.ts'
import { FairQueue } from '#server/concurrency/fair-queue.ts'
import type { PictureOrder } from './frames.ts'
import { PictureProcess } from './picture-process.ts'

const CPU_LIMIT_MS = 10_000
const TIME_LIMIT_MS = 40_000
/** Two at once, of which one waits for the turn of its owner while the other one is encoded. */
const QUEUE_LIMITS = { atOnce: 2, maxWaiting: 100, maxWaitMs: 30_000, retryAfterSeconds: 5 }
/** Longer than the pictures before it take. */
const TURN_LIMITS = { ...QUEUE_LIMITS, atOnce: 1, maxWaitMs: 3 * TIME_LIMIT_MS }

/** A picture as stored. */
export type Picture = { content: Buffer; width: number; height: number }

/** Encodes a picture as WebP of a width, at most its own. */
export type EncodeWebp = (original: Buffer, width: number) => Promise<Buffer>

/** Names whose picture it is, the shop's or a customer's, and the client network that asks for it. */
export type PictureLane = { owner: 'shop' | 'customer'; network: string }

/**
 * Encodes untrusted pictures, one at a time. Those of the shop and those of customers take turns, so that a picture
 * which visitors wait for waits for one of a customer at most; among either, client networks take turns. Calls throw
 * `busy` when the queue is full, and `image_not_processed` when a picture ends the process or exceeds its time.
 */
export type PictureEncoder = {
  /** Re-encodes a PNG, which drops all metadata. Throws `not_png` for undecodable content, or `image_too_large`. */
  cleanPng: (lane: PictureLane, content: Buffer) => Promise<Picture>
  /** Runs work in its turn, which may encode a picture as WebP. */
  inTurn: <Result>(lane: PictureLane, work: (encodeWebp: EncodeWebp) => Promise<Result>) => Promise<Result>
  /** Refuses waiting pictures as `busy`, finishes the running one, and ends the process. */
  close: () => Promise<void>
}

type EncoderOptions = { log: (text: string) => void; cpuLimitMs?: number; timeLimitMs?: number }

/** Opens the encoder without starting its process. */
export function openPictureEncoder({
  log,
  cpuLimitMs = CPU_LIMIT_MS,
  timeLimitMs = TIME_LIMIT_MS,
}: EncoderOptions): PictureEncoder {
  const queues = { shop: new FairQueue(QUEUE_LIMITS), customer: new FairQueue(QUEUE_LIMITS) }
  const turns = new FairQueue(TURN_LIMITS)
  const pictures = new PictureProcess({ cpuLimitMs, timeLimitMs, log })

  function inTurn<Result>({ owner, network }: PictureLane, work: () => Promise<Result>): Promise<Result> {
    return queues[owner].run(network, () => turns.run(owner, work))
  }

  async function encode(order: PictureOrder, original: Buffer): Promise<Picture> {
    const answer = await pictures.run(order, original)
    if (answer?.head.outcome === 'done') {
      return { content: answer.content, width: answer.head.width, height: answer.head.height }
    }
    if (order.make === 'webp' || !answer) throw problem('image_not_processed')
    throw answer.head.outcome === 'too large' ? problem('image_too_large', { limit: 'stored' }) : problem('not_png')
  }

  return {
    cleanPng: (lane, content) => inTurn(lane, () => encode({ make: 'png' }, content)),
    inTurn: (lane, work) =>
      inTurn(lane, () => work(async (original, width) => (await encode({ make: 'webp', width }, original)).content)),
    close: async () => {
      await Promise.all([queues.shop.close(), queues.customer.close(), turns.close()])
      pictures.close()
    },
  }
}

import { writeSync } from 'node:fs'
import { setPriority } from 'node:os'
import sharp, { type Sharp } from 'sharp'
import { IMAGE_LIMITS } from '#domain/image-limits.ts'
import {
  type Frame,
  frameReader,
  type PictureAnswer,
  type PictureOrder,
  type LimitedOrder,
  writeFrame,
} from './frames.ts'

// The main file of the picture process. The server starts it (picture-process.ts), orders by stdin and reads stdout.

const LOW_PRIORITY = 10
const CHECK_MS = 100
const STDERR = 2
/** A higher effort takes up to twenty times as long for pictures with transparency, and saves hardly a byte. */
const EFFORT = 4
/** Limits the height of a variant, as a multiple of its width. */
const MAX_TALLNESS = 2
const NOTHING = Buffer.alloc(0)

/** Ends this process even while a thread decodes, for which `process.exit` would wait. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}

function open(content: Buffer): Sharp {
  return sharp(content, { limitInputPixels: IMAGE_LIMITS.pixels, failOn: 'error', pages: 1 })
}

function encode(content: Buffer, order: PictureOrder): Sharp {
  if (order.make === 'png') return open(content).autoOrient().png({ compressionLevel: 9, adaptiveFiltering: true })
  const { width } = order
  return open(content)
    .resize({ width, height: width * MAX_TALLNESS, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 70, effort: EFFORT })
}

async function answer({ head, content }: Frame<LimitedOrder>): Promise<Frame<PictureAnswer>> {
  const before = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1_000 <= head.cpuLimitMs) return
    writeSync(STDERR, 'A picture took too much processor time.')
    end()
  }, CHECK_MS)
  try {
    const { data, info } = await encode(content, head).toBuffer({ resolveWithObject: true })
    if (data.length > IMAGE_LIMITS.stored) return { head: { outcome: 'too large' }, content: NOTHING }
    return { head: { outcome: 'done', width: info.width, height: info.height }, content: data }
  } catch {
    return { head: { outcome: 'not decodable' }, content: NOTHING }
  } finally {
    clearInterval(timer)
  }
}

// Ctrl-C reaches every process of the terminal. The server finishes its requests first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
setPriority(LOW_PRIORITY)
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng'] })

const read = frameReader<LimitedOrder>(Infinity, (frame) => {
  void answer(frame).then((reply) => writeFrame(process.stdout, reply))
})
process.stdin.on('data', read)
process.stdin.on('close', end)
process.stdin.on('error', end)
process.stdout.on('error', end)

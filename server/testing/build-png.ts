import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
export const WIDTH = 32
export const HEIGHT = 24

type ChunkOptions = { length?: number; crc?: number }

export function chunk(name: string, data: Buffer | string = '', { length, crc }: ChunkOptions = {}): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), Buffer.from(data as string)])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(length ?? body.length - 4)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc ?? crc32(body))
  return Buffer.concat([head, body, tail])
}

type PngSize = { width: number; height: number; depth?: number; color?: number; interlace?: number }

type Header = {
  width?: number
  height?: number
  depth?: number
  color?: number
  compression?: number
  filter?: number
  interlace?: number
}

export function header(given: Header = {}, options: ChunkOptions = {}): Buffer {
  const { width = WIDTH, height = HEIGHT, depth = 8, color = 2, compression = 0, filter = 0, interlace = 0 } = given
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, color, compression, filter, interlace], 8)
  return chunk('IHDR', data, options)
}

/** Builds identical rows of a filter byte and pixel bytes. */
export function rows(bytes: number, { value = 120, filter = 0, count = HEIGHT } = {}): Buffer {
  const row = Buffer.alloc(bytes + 1, value)
  row[0] = filter
  return Buffer.concat(Array.from({ length: count }, () => row))
}

export const pixels = (raw = rows(WIDTH * 3), options: ChunkOptions = {}) => chunk('IDAT', deflateSync(raw), options)
export const end = chunk('IEND')
export const png = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks])

/** Metadata that says that the picture lies on its side. */
const lying = chunk('eXIf', Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex'))

/** Turns a PNG by its metadata. */
export function lyingPng(size: PngSize): Buffer {
  const content = flatPng(size)
  const headerEnd = SIGNATURE.length + header().length
  return Buffer.concat([content.subarray(0, headerEnd), lying, content.subarray(headerEnd)])
}

/** A PNG of one color in few bytes. `depth` is in bits, `color` a color type of the format. */
export function flatPng({ width, height, depth = 8, color = 2, interlace = 0 }: PngSize): Buffer {
  const channels = color === 6 ? 4 : 3
  const bytes = (width * channels * depth) / 8
  // Interlacing cuts each row into up to seven, each with its own filter byte.
  const content = zeros((bytes + (interlace ? 7 : 1)) * height)
  return png(header({ width, height, depth, color, interlace }), chunk('IDAT', content), end)
}

/**
 * A PNG of four channels whose pixels hardly compress again: a short file becomes a long one, slowly. Each row is the
 * average of itself and the row above, plus a constant.
 */
export function chaoticPng({ width, height }: PngSize): Buffer {
  const first = Buffer.from(
    Array.from({ length: width * 4 }, (_, index) => (Math.imul(index, 2_654_435_761) >>> 13) & 255),
  )
  const rest = rows(width * 4, { value: 7, filter: 3, count: height - 1 })
  return png(header({ width, height, color: 6 }), pixels(Buffer.concat([Buffer.from([0]), first, rest])), end)
}

/** A PNG of a few noisy rows, again and again, in four channels: cheap to decode, and dear to encode as WebP. */
export function tiledPng({ width, height }: PngSize): Promise<Buffer> {
  const tile = Buffer.from(
    Array.from({ length: width * TILED_ROWS * 4 }, (_, index) => (Math.imul(index, 2_654_435_761) >>> 13) & 255),
  )
  const raw = { width, height, channels: 4 } as const
  return sharp(Buffer.alloc(width * height * 4, tile), { raw })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

const TILED_ROWS = 5

export const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 })

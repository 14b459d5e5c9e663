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

/** Returns a function that returns the next byte of noise, the same in each run. */
function noise(): () => number {
  let state = 1
  return () => {
    state = Math.imul(state, 1_664_525) + 1_013_904_223
    return (state >>> 16) & 255
  }
}

/** Builds rows of four channels that all equal a first one. */
function equalRows(width: number, count: number, nextByte: () => number): Buffer {
  const first = Buffer.from(Array.from({ length: width * 4 }, nextByte))
  return Buffer.concat([Buffer.from([0]), first, rows(width * 4, { value: 0, filter: 2, count: count - 1 })])
}

/**
 * A PNG of four channels whose pixels hardly compress again: a short file becomes a long one, slowly. It is interlaced,
 * and the rows of each pass are equal, while neighbouring rows of the picture are not.
 */
export function chaoticPng({ width, height }: PngSize): Buffer {
  const nextByte = noise()
  const passes = PASSES.map(({ x, y, everyX, everyY }) =>
    equalRows(Math.ceil((width - x) / everyX), Math.ceil((height - y) / everyY), nextByte),
  )
  return png(header({ width, height, color: 6, interlace: 1 }), pixels(Buffer.concat(passes)), end)
}

/** The passes of an interlaced PNG: where each begins, and which columns and rows it has. */
const PASSES = [
  { x: 0, y: 0, everyX: 8, everyY: 8 },
  { x: 4, y: 0, everyX: 8, everyY: 8 },
  { x: 0, y: 4, everyX: 4, everyY: 8 },
  { x: 2, y: 0, everyX: 4, everyY: 4 },
  { x: 0, y: 2, everyX: 2, everyY: 4 },
  { x: 1, y: 0, everyX: 2, everyY: 2 },
  { x: 0, y: 1, everyX: 1, everyY: 2 },
]

/**
 * A PNG of four channels whose rows all equal a first one of two values: short and cheap to decode, and dear to
 * compress again without filters.
 */
export function stripedPng({ width, height }: PngSize): Buffer {
  const nextByte = noise()
  const content = equalRows(width, height, () => (nextByte() < 128 ? 0 : 255))
  return png(header({ width, height, color: 6 }), pixels(content), end)
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

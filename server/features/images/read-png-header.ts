import { problem } from '#domain/problem.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
// Signature, then the header chunk: length, name, width, height, bit depth, color type.
const HEADER_BYTES = 26
// By color type. A palette decodes into red, green, blue and alpha.
const CHANNELS = new Map([
  [0, 1],
  [2, 3],
  [3, 4],
  [4, 2],
  [6, 4],
])

/** The size of a PNG by its header, known before anything is decoded. */
export type PngHeader = { width: number; height: number; bytesPerPixel: number }

/** Reads the header of a PNG. Throws `not_png` for other content. */
export function readPngHeader(content: Buffer): PngHeader {
  const isPng = content.length >= HEADER_BYTES && content.subarray(0, SIGNATURE.length).equals(SIGNATURE)
  if (!isPng || content.toString('latin1', 12, 16) !== 'IHDR') throw problem('not_png')
  const channels = CHANNELS.get(content.readUInt8(25))
  if (!channels) throw problem('not_png')
  const bytesPerChannel = content.readUInt8(24) === 16 ? 2 : 1
  return {
    width: content.readUInt32BE(16),
    height: content.readUInt32BE(20),
    bytesPerPixel: channels * bytesPerChannel,
  }
}

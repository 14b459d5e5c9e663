import sharp, { type Sharp } from 'sharp'
import { problem } from '#domain/problem.ts'

const MAX_PIXELS = 40_000_000
const MAX_WEBP_SIDE = 16_383
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
// Signature, then the header chunk: its length, its name, the width and the height.
const HEADER_BYTES = 24

/** A picture as the shop keeps it. */
export type Picture = { content: Buffer; width: number; height: number }

/**
 * The picture of an uploaded PNG, encoded anew, so that nothing else that came with it is kept. Throws `not_png` for
 * any other content, and `image_too_large` for more than 40 megapixels, before they are unpacked.
 */
export async function cleanPng(content: Buffer): Promise<Picture> {
  const isPng = content.length > HEADER_BYTES && content.subarray(0, 8).equals(SIGNATURE)
  if (!isPng || content.toString('latin1', 12, 16) !== 'IHDR') throw problem('not_png')
  if (content.readUInt32BE(16) * content.readUInt32BE(20) > MAX_PIXELS)
    throw problem('image_too_large', { limit: '40 megapixels' })
  try {
    const { data, info } = await open(content)
      .autoOrient()
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    return { content: data, width: info.width, height: info.height }
  } catch {
    throw problem('not_png')
  }
}

/** The picture as WebP of a width, which is not above its own; narrower where it were higher than a WebP can be. */
export function webpOf(content: Buffer, width: number): Promise<Buffer> {
  const box = { width, height: MAX_WEBP_SIDE, fit: 'inside', withoutEnlargement: true } as const
  return open(content).resize(box).webp({ quality: 80 }).toBuffer()
}

function open(content: Buffer): Sharp {
  return sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
}

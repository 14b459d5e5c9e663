import sharp, { type Sharp } from 'sharp'
import { problem } from '#domain/problem.ts'

const MAX_PIXELS = 40_000_000
const MAX_WEBP_SIDE = 16_383
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
// Signature, then the header chunk: length, name, width, height.
const HEADER_BYTES = 24

/** A picture as stored. */
export type Picture = { content: Buffer; width: number; height: number }

/**
 * Re-encodes an uploaded PNG, which drops all metadata. Throws `not_png` for other content, and `image_too_large` for
 * more than 40 megapixels, before decoding.
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

/** Encodes a picture as WebP of a width, at most its own. Narrower if the height would exceed WebP's limit. */
export function webpOf(content: Buffer, width: number): Promise<Buffer> {
  const box = { width, height: MAX_WEBP_SIDE, fit: 'inside', withoutEnlargement: true } as const
  return open(content).resize(box).webp({ quality: 80 }).toBuffer()
}

function open(content: Buffer): Sharp {
  return sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
}

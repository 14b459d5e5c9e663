import { numberText } from './number-text.ts'

/** The largest pictures that the shop accepts. */
export const IMAGE_LIMITS = {
  /** Bytes of the uploaded file. */
  file: 1_000_000,
  /** Pixels of each side. */
  side: 8_192,
  pixels: 40_000_000,
  /** Bytes of the decoded pixels: 40 megapixels of four channels, or 20 with 16 bits a channel. */
  decoded: 160_000_000,
  /** Bytes of the re-encoded picture. A small file can decode into pixels that hardly compress again. */
  stored: 8_000_000,
} as const

export type ImageLimit = keyof typeof IMAGE_LIMITS

const megabytes = (bytes: number) => `${bytes / 1_000_000} MB`

const texts: Record<ImageLimit, string> = {
  file: megabytes(IMAGE_LIMITS.file),
  side: `${numberText(IMAGE_LIMITS.side)} pixels a side`,
  pixels: `${IMAGE_LIMITS.pixels / 1_000_000} megapixels`,
  decoded: `${megabytes(IMAGE_LIMITS.decoded)} when decoded`,
  stored: `${megabytes(IMAGE_LIMITS.stored)} when encoded without metadata`,
}

/** Formats a limit, such as "8,192 pixels a side". */
export function imageLimitText(limit: ImageLimit): string {
  return texts[limit]
}

type ImageSize = {
  width: number
  height: number
  /** Channels times bytes per channel. */
  bytesPerPixel: number
}

/** Finds the limit that a picture of this size exceeds; undefined if it may be decoded. */
export function exceededImageLimit({ width, height, bytesPerPixel }: ImageSize): ImageLimit | undefined {
  if (Math.max(width, height) > IMAGE_LIMITS.side) return 'side'
  if (width * height > IMAGE_LIMITS.pixels) return 'pixels'
  if (width * height * bytesPerPixel > IMAGE_LIMITS.decoded) return 'decoded'
  return undefined
}

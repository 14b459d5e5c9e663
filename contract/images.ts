import * as z from 'zod/mini'
import { imageLimitText } from '#domain/image-limits.ts'
import { API_PREFIX, endpoint } from './endpoint.ts'
import { imageName, integerText, noReply, nothing } from './fields.ts'
import { imageId } from './ids.ts'

export const image = z.object({ id: imageId, name: imageName })
export type Image = z.output<typeof image>

/** The widths in which images are served, in pixels. */
export const IMAGE_WIDTHS = [160, 320, 640, 960, 1280] as const

/** Returns the address of an image in one of these widths, below the base path. */
export function imageAddress(name: string, width: (typeof IMAGE_WIDTHS)[number]): string {
  return `${API_PREFIX}/images/${name}?width=${width}`
}

/** Builds the `srcset` attribute of an image, with all widths. */
export function imageSrcSet(name: string): string {
  return IMAGE_WIDTHS.map((width) => `${imageAddress(name, width)} ${width}w`).join(', ')
}

/**
 * The `sizes` attribute of the first picture of a page. The server preloads the picture by the same value that the page
 * uses, so that the browser loads it once.
 */
export const FIRST_PICTURE_SIZES = {
  article: '(min-width: 48em) 46rem, 100vw',
  event: '(min-width: 62em) 32rem, 100vw',
  eventInList: '(min-width: 36em) 24rem, 100vw',
  newsInList: '(min-width: 62em) 18rem, (min-width: 36em) 50vw, 100vw',
  productInList: '(min-width: 62em) 18rem, (min-width: 36em) 50vw, 7rem',
  product: '(min-width: 76em) 36rem, (min-width: 48em) 48vw, 100vw',
  show: '10rem',
} as const

/** The `sizes` attribute of the posters in the programme of the home page. */
export const PROGRAMME_PICTURE_SIZES = '(min-width: 36em) 6.5rem, 5rem'

/** The `sizes` attribute of small pictures in lists. */
export const THUMB_SIZES = '9rem'

export const uploadImage = endpoint({
  method: 'POST',
  path: '/images',
  summary: `Upload a PNG of up to ${imageLimitText('file')}, ${imageLimitText('side')} and ${imageLimitText('pixels')} as the multipart field named file.`,
  access: 'customer',
  needsVerifiedEmail: true,
  params: nothing,
  query: nothing,
  body: nothing,
  reply: image,
  status: 201,
  problems: ['not_png', 'image_too_large', 'image_not_processed', 'unsupported_media_type', 'too_many_requests'],
})

export const getImage = endpoint({
  method: 'GET',
  path: '/images/:name',
  summary: 'Get an image as PNG, or with a width as WebP in one of the supported widths.',
  access: 'anyone',
  params: z.object({ name: imageName }),
  query: z.object({ width: z.optional(integerText(1, 10_000)) }),
  body: nothing,
  reply: nothing,
  status: 200,
  problems: ['not_found', 'image_not_processed'],
})

export const getImageInfo = endpoint({
  method: 'GET',
  path: '/images/:name/info',
  summary: 'Get the id and the name of an image.',
  access: 'anyone',
  params: z.object({ name: imageName }),
  query: nothing,
  body: nothing,
  reply: image,
  status: 200,
  problems: ['not_found'],
})

export const deleteImage = endpoint({
  method: 'DELETE',
  path: '/images/:name',
  summary: 'Delete an unused image. Allowed to its uploader and administrators.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ name: imageName }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['not_found', 'image_in_use'],
})

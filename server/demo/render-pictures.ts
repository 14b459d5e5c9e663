import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { NewPicture } from './catalogue.sql.ts'
import { DEMO_FOLDER, type DemoFiles } from './read-demo-files.ts'

export const PICTURES_FOLDER = new URL('pictures/', DEMO_FOLDER)

type Catalogue = Pick<DemoFiles, 'events' | 'products' | 'news' | 'artists' | 'locations'>

/** Renders the SVG files of the whole catalogue as PNG, in parallel. */
export function renderPictures({ events, products, news, artists, locations }: Catalogue): Promise<NewPicture[]> {
  const images = [
    ...events.map(({ title, picture }) => ({ file: picture, name: imageName('event', title) })),
    ...products.map(({ name, picture }) => ({ file: picture, name: imageName('product', name) })),
    ...news.map(({ title, picture }) => ({ file: picture, name: imageName('news', title) })),
    ...[...artists, ...locations].flatMap(({ picture }) =>
      picture === undefined ? [] : [{ file: picture, name: imageName('portrait', picture) }],
    ),
  ]
  return Promise.all(images.map(async (image) => ({ ...image, ...(await renderPicture(image.file)) })))
}

/**
 * Renders one file of `demo/pictures/` as PNG. The same file always gives the same bytes. A palette would halve the
 * bytes but take three times as long, at the first start of every demo.
 */
export async function renderPicture(file: string): Promise<Pick<NewPicture, 'content' | 'width' | 'height'>> {
  const { data, info } = await sharp(fileURLToPath(new URL(file, PICTURES_FOLDER)))
    .png({ compressionLevel: 6 })
    .toBuffer({ resolveWithObject: true })
  return { content: data, width: info.width, height: info.height }
}

/** Returns an image name in the shop's format. Unlike names of uploads it is the same for every load. */
function imageName(kind: 'event' | 'product' | 'news' | 'portrait', title: string): string {
  return `${createHash('sha256').update(`${kind} ${title}`).digest('hex').slice(0, 32)}.png`
}

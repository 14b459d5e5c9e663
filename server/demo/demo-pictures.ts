import { createHash } from 'node:crypto'
import type { DemoFiles } from './read-demo-files.ts'
import { type DrawnPicture, drawPicture, pictureOf } from './pictures/draw-picture.ts'

type Pictured = Pick<DemoFiles, 'events' | 'products' | 'news'>

/** What every event, product and article shows. Throws a RangeError when a name is none of the drawer's. */
export function picturesOf({ events, products, news }: Pictured) {
  const posters = new Map(events.map((event) => [event.title, event.picture.poster]))
  return new Map([
    ...events.map(({ title, picture }) => [imageName('event', title), pictureOf({ ...picture, seed: title })] as const),
    ...products.map(
      ({ name, picture }) => [imageName('product', name), pictureOf({ ...picture, seed: name })] as const,
    ),
    ...news.map(({ title, event, poster, palette }) => {
      const own = { poster: poster ?? posters.get(event ?? '') ?? '', palette, seed: title, detail: true }
      return [imageName('news', title), pictureOf(own)] as const
    }),
  ])
}

/** Draws all of them; the library spreads the work over the processor's cores. */
export function drawPictures(pictures: ReturnType<typeof picturesOf>): Promise<(DrawnPicture & { name: string })[]> {
  return Promise.all([...pictures].map(async ([name, picture]) => ({ name, ...(await drawPicture(picture)) })))
}

/** A name as the shop gives to images, but the same one every time. */
export function imageName(kind: 'event' | 'product' | 'news', title: string): string {
  return `${createHash('sha256').update(`${kind} ${title}`).digest('hex').slice(0, 32)}.png`
}

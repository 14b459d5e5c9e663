import sharp from 'sharp'
import { randomFrom } from '../random.ts'
import { comedy } from './comedy.ts'
import { concert } from './concert.ts'
import { movie } from './movie.ts'
import { opera } from './opera.ts'
import { type PaletteName, palettes } from './palettes.ts'
import { smallWares } from './small-wares.ts'
import { sports } from './sports.ts'
import type { Motif } from './svg.ts'
import { theatre } from './theatre.ts'
import { wares } from './wares.ts'

const posters = { ...movie, ...theatre, ...opera, ...concert, ...comedy, ...sports }
const things = { ...wares, ...smallWares }

/** All that can be drawn. */
export const DRAWINGS: readonly string[] = [...Object.keys(posters), ...Object.keys(things)]

/** What a picture shows: a poster's motif, whole or a detail of it, or a thing from the shop. */
export type Picture = { seed: string; palette: PaletteName } & (
  | { poster: keyof typeof posters; detail?: boolean }
  | { thing: keyof typeof things }
)

export type DrawnPicture = { content: Buffer; width: number; height: number }

type Wanted = { seed: string; palette: string } & ({ poster: string; detail?: boolean } | { thing: string })

/** The picture that these names mean. Throws a RangeError when one of them means nothing. */
export function pictureOf(wanted: Wanted): Picture {
  const { palette, seed } = wanted
  if (!isNameIn(palettes, palette)) throw new RangeError(`There is no palette '${palette}'.`)
  if ('thing' in wanted) {
    if (!isNameIn(things, wanted.thing)) throw new RangeError(`There is no picture of a '${wanted.thing}'.`)
    return { thing: wanted.thing, palette, seed }
  }
  if (!isNameIn(posters, wanted.poster)) throw new RangeError(`There is no poster '${wanted.poster}'.`)
  return { poster: wanted.poster, detail: wanted.detail ?? false, palette, seed }
}

function isNameIn<Names extends object>(names: Names, name: string): name is Extract<keyof Names, string> {
  return Object.hasOwn(names, name)
}

const POSTER = { width: 1200, height: 675, scale: 0.8 }
const THING = { width: 800, height: 800, scale: 0.8 }

/** The picture as a PNG: the same one for the same words, whenever and wherever it is drawn. */
export async function drawPicture(picture: Picture): Promise<DrawnPicture> {
  const svg = 'poster' in picture ? posterSvg(picture) : thingSvg(picture)
  const { data, info } = await sharp(Buffer.from(svg))
    .png({ palette: true, dither: 0.6, effort: 1, compressionLevel: 7 })
    .toBuffer({ resolveWithObject: true })
  return { content: data, width: info.width, height: info.height }
}

function posterSvg({ poster, detail = false, palette, seed }: Extract<Picture, { poster: unknown }>): string {
  const random = randomFrom(seed)
  const zoom = detail ? random.between(1.12, 1.4) : 1
  const width = POSTER.width / zoom
  const height = POSTER.height / zoom
  const x = (POSTER.width - width) * random.between(0.3, 0.7)
  const y = (POSTER.height - height) * random.between(0.2, 0.8)
  return svgOf(posters[poster], { palette, seed, paper: POSTER, view: [x, y, width, height], mirrored: detail })
}

function thingSvg({ thing, palette, seed }: Extract<Picture, { thing: unknown }>): string {
  return svgOf(things[thing], { palette, seed, paper: THING, view: [0, 0, THING.width, THING.height], mirrored: false })
}

type Frame = {
  palette: PaletteName
  seed: string
  paper: typeof POSTER
  view: readonly [number, number, number, number]
  mirrored: boolean
}

function svgOf(motif: Motif, { palette, seed, paper, view, mirrored }: Frame): string {
  const definitions: string[] = []
  const colours = palettes[palette]
  const drawing = motif({
    ...colours,
    random: randomFrom(seed),
    define(definition) {
      const id = `d${definitions.length}`
      definitions.push(definition(id))
      return `url(#${id})`
    },
  })
  const { width, height, scale } = paper
  const turn = mirrored ? `<g transform="matrix(-1 0 0 1 ${width} 0)">${drawing}</g>` : drawing
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view.join(' ')}" width="${width * scale}" height="${height * scale}" ` +
    `stroke-linecap="round" stroke-linejoin="round"><defs>${definitions.join('')}</defs>` +
    `<rect width="${width}" height="${height}" fill="${colours.ground}"/>${turn}</svg>`
  )
}

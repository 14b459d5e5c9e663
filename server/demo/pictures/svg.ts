import type { Random } from '../random.ts'
import type { Palette } from './palettes.ts'

/** A sheet to draw on, in six colours: 1200 by 675 for a poster, 800 by 800 for a thing. */
export type Sheet = Palette & {
  random: Random
  /** Keeps a gradient or a clip for the picture, and answers `url(#…)`. */
  define(definition: (id: string) => string): string
}

/** A drawing: SVG elements in the order in which they are painted. */
export type Motif = (sheet: Sheet) => string

export type XY = readonly [x: number, y: number]
type Round = readonly [x: number, y: number, radius: number]
type Box = readonly [x: number, y: number, width: number, height: number]

export function circle([x, y, radius]: Round, fill: string, more = ''): string {
  return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(radius)}" fill="${fill}" ${more}/>`
}

export function ellipse([x, y]: XY, [rx, ry]: XY, fill: string, more = ''): string {
  return `<ellipse cx="${fixed(x)}" cy="${fixed(y)}" rx="${fixed(rx)}" ry="${fixed(ry)}" fill="${fill}" ${more}/>`
}

export function rect([x, y, width, height]: Box, fill: string, more = ''): string {
  return `<rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(width)}" height="${fixed(height)}" fill="${fill}" ${more}/>`
}

export function shape(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`
}

export function stroke(d: string, colour: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${fixed(width)}" ${more}/>`
}

/** An outline of a circle. */
export function ring(round: Round, colour: string, width: number, more = ''): string {
  return circle(round, 'none', `stroke="${colour}" stroke-width="${fixed(width)}" ${more}`)
}

/** A closed shape with straight edges: x, y, x, y, … */
export function polygon(points: readonly number[], fill: string, more = ''): string {
  return `<polygon points="${points.map(fixed).join(' ')}" fill="${fill}" ${more}/>`
}

export function group(content: string | readonly string[], more: string): string {
  return `<g ${more}>${typeof content === 'string' ? content : content.join('')}</g>`
}

/** A point on a circle; 0 degrees is up, and they run clockwise. */
export function around(x: number, y: number, radius: number, degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180
  return [x + radius * Math.sin(angle), y - radius * Math.cos(angle)]
}

/** So many drawings, one after the other. */
export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

/** A gradient from one colour to another, along x1 y1 x2 y2 in shares of the shape it fills. */
export function fade(
  sheet: Sheet,
  from: string,
  to: string,
  line: readonly [number, number, number, number] = [0, 0, 0, 1],
): string {
  const [x1, y1, x2, y2] = line
  return sheet.define(
    (id) =>
      `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stop(0, from)}${stop(1, to)}</linearGradient>`,
  )
}

/** A gradient that fades from the middle of the shape to its edge. */
export function glow(sheet: Sheet, from: string, to: string): string {
  return sheet.define((id) => `<radialGradient id="${id}">${stop(0, from)}${stop(1, to)}</radialGradient>`)
}

/** Hides what lies outside of a drawing. */
export function clipped(sheet: Sheet, outline: string, content: string): string {
  const clip = sheet.define((id) => `<clipPath id="${id}">${outline}</clipPath>`)
  return group(content, `clip-path="${clip}"`)
}

/** Small dots around a middle, so far to the sides and so far up and down, densest inside: how a printer shades. */
export function spray(sheet: Sheet, [x, y, rx, ry]: Box, colour: string, count: number): string {
  const dots = repeat(count, () => {
    const reach = sheet.random.share() ** 0.8
    const angle = sheet.random.share() * Math.PI * 2
    return dot(x + rx * reach * Math.cos(angle), y + ry * reach * Math.sin(angle), sheet.random.between(0.7, 1.9))
  })
  return `<path d="${dots}" fill="${colour}"/>`
}

/** Dots that grow denser from the top of a box to its bottom; a negative height the other way. */
export function mist(sheet: Sheet, [x, y, width, height]: Box, colour: string, count: number): string {
  const dots = repeat(count * 2, () => {
    const depth = Math.sqrt(sheet.random.share())
    return dot(x + sheet.random.share() * width, y + depth * height, sheet.random.between(0.7, 1.9))
  })
  return `<path d="${dots}" fill="${colour}"/>`
}

/** A smooth line through a wave: from x to x in whole waves of so many pixels, so high. */
export function wave(
  from: number,
  to: number,
  y: number,
  { length, height, phase = 0 }: { length: number; height: number; phase?: number },
): string {
  const steps = Math.ceil(((to - from) / length) * 12)
  return Array.from({ length: steps + 1 }, (_, index) => {
    const x = from + ((to - from) * index) / steps
    return `${index === 0 ? 'M' : 'L'}${fixed(x)} ${fixed(y + Math.sin((x / length) * Math.PI * 2 + phase) * height)}`
  }).join('')
}

export function fixed(value: number): string {
  return String(Math.round(value * 10) / 10)
}

function dot(x: number, y: number, size: number): string {
  return `M${fixed(x)} ${fixed(y)}h${fixed(size)}v${fixed(size)}h-${fixed(size)}z`
}

function stop(offset: number, colour: string): string {
  const [tone, opacity] = colour === 'none' ? ['#fff', 0] : colour.split('/')
  return `<stop offset="${offset}" stop-color="${tone}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`
}

import type { SeatSector } from '#client/features/seating/seat-model.ts'
import { texts } from '#client/features/seating/seating.texts.ts'
import type { Scene } from '../draw/draw-target.ts'

/** A line of a label. `small` and `tiny` replace `strong` and `plain` in small labels, `micro` in the smallest. */
export type Line = {
  readonly text: string
  readonly style: 'strong' | 'plain' | 'small' | 'tiny' | 'micro'
  readonly isPriced?: boolean
}

/** The contents of sector labels. Prices are at all sectors of a view, or at none. */
export const LABEL_CONTENTS = ['free', 'price', 'name'] as const
export type LabelContent = (typeof LABEL_CONTENTS)[number]

/** Returns label variants with this content and these names for the middle of a sector, the longest first. */
export function labelLinesOf(
  scene: Scene,
  sector: SeatSector,
  content: LabelContent,
  names = namesOf(sector),
): (readonly Line[])[] {
  const { isAvailable, index } = sector
  const variants = names.flatMap((name) => (hasOwnNumber(sector) ? [[name]] : [[name], ...inTwoLines(name)]))
  if (content === 'name') return variants
  const price = priceText(sector)
  const withPrice = variants.map((lines) => [...lines, priced(plainBelow(lines), price)])
  // A closed sector without room for these words is recognised by its hatching.
  if (!isAvailable) return [...withPrice, ...variants]
  if (content === 'price') return withPrice
  const free = texts.freePlaces(scene.availability.freeInSector[index] ?? 0)
  return variants.flatMap((lines) => [
    [...lines, priced(plainBelow(lines), price), line(plainBelow(lines), free)],
    [...lines, priced(plainBelow(lines), `${price} · ${free}`)],
  ])
}

/** Returns a name of several words in two lines of about the same length; nothing for a single word. */
function inTwoLines({ text, style }: Line): Line[][] {
  const gaps = [...text.matchAll(/ /g)].map(({ index }) => index)
  const [gap] = gaps.toSorted((a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2))
  return gap === undefined ? [] : [[line(style, text.slice(0, gap)), line(style, text.slice(gap + 1))]]
}

/**
 * Returns one-line label variants for a sector, the longest first. A number is only among them if the name ends in it:
 * a made-up one could be read as the letter of a row.
 */
export function headingsOf(sector: SeatSector, hasPrice: boolean): Line[] {
  const { name, number } = sector
  const both = `${name}  ${priceText(sector)}`
  const withPrice = hasPrice ? [priced('strong', both), priced('small', both)] : []
  return [...withPrice, ...namesOf(sector).filter(({ text }) => text !== number || hasOwnNumber(sector))]
}

/** Returns the number of a sector, which stands for its name from afar. */
export function numberOf({ number }: SeatSector): Line {
  return line('small', number)
}

/** Returns the number of a sector in all sizes, the largest first. */
export function numbersOf({ number }: SeatSector): Line[] {
  return (['strong', 'small', 'micro'] as const).map((style) => line(style, number))
}

/** Tells whether the number of a sector is part of its name, and not made up. */
export function hasOwnNumber({ name, number }: SeatSector): boolean {
  return name.includes(number)
}

/** Tells whether one of these lines tells the price, or that there is none. */
export function isPriced(lines: readonly Line[]): boolean {
  return lines.some((each) => each.isPriced)
}

/** Returns the name of a sector without its number, the longest first. */
export function fullNamesOf({ name, rows }: SeatSector): Line[] {
  const names = rows.length > 0 || name === texts.standing ? [name] : [name, texts.standing]
  return [line('strong', name), ...names.map((text) => line('small', text))]
}

/** Returns the names of a sector, the longest first: the last one is its number. */
function namesOf(sector: SeatSector): Line[] {
  const { name, number } = sector
  return [...fullNamesOf(sector), ...(number === name ? [] : [line('small', number)])]
}

const line = (style: Line['style'], text: string): Line => ({ text, style })

const priced = (style: Line['style'], text: string): Line => ({ text, style, isPriced: true })

function plainBelow([name]: readonly Line[]): Line['style'] {
  return name?.style === 'strong' ? 'plain' : 'tiny'
}

function priceText({ isAvailable, price }: SeatSector): string {
  return isAvailable ? texts.price(price) : texts.notAvailable
}

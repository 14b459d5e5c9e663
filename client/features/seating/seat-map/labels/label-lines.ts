import type { SeatSector } from '#client/features/seating/seat-model.ts'
import { texts } from '#client/features/seating/seating.texts.ts'
import type { Scene } from '../draw/draw-target.ts'

/** A line of a label. `small` and `tiny` replace `strong` and `plain` in small labels. */
export type Line = { readonly text: string; readonly style: 'strong' | 'plain' | 'small' | 'tiny' }

/** Returns label variants for the centre of a sector with its name, price and free places, the longest first. */
export function labelLinesOf(scene: Scene, sector: SeatSector): (readonly Line[])[] {
  const { name, isAvailable, index } = sector
  const [large, small, number] = [line('strong', name), line('small', name), line('small', shortName(sector))]
  const price = priceText(sector)
  if (!isAvailable) return [[large, line('plain', price)], [small, line('tiny', price)], [small], [number]]
  const free = texts.freePlaces(scene.availability.freeInSector[index] ?? 0)
  const together = `${price} · ${free}`
  return [
    [large, line('plain', price), line('plain', free)],
    [large, line('plain', together)],
    [small, line('tiny', price), line('tiny', free)],
    [small, line('tiny', together)],
    [number, line('tiny', price), line('tiny', free)],
    [number, line('tiny', together)],
    [number, line('tiny', free)],
    [large],
    [small],
    [number],
  ]
}

/** Returns one-line label variants for a sector, the longest first. */
export function headingsOf(sector: SeatSector): Line[] {
  const { name } = sector
  const both = `${name}  ${priceText(sector)}`
  const names = [line('strong', both), line('small', both), line('strong', name), line('small', name)]
  const short = shortName(sector)
  return short === name ? names : [...names, line('small', short)]
}

/** Returns label variants that hide few seats of a sector, the longest first. */
export function linesOverSeats(scene: Scene, sector: SeatSector): (readonly Line[])[] {
  const [, inTwoLines = []] = labelLinesOf(scene, sector)
  return [inTwoLines, ...headingsOf(sector).map((heading) => [heading])]
}

const line = (style: Line['style'], text: string): Line => ({ text, style })

function priceText({ isAvailable, price }: SeatSector): string {
  return isAvailable ? texts.price(price) : texts.notAvailable
}

/** Returns "101" for "South 101", and "Standing" for a sector without seats. */
function shortName({ name, rows }: SeatSector): string {
  return rows.length > 0 ? (/\s(\S*\d\S*)$/.exec(name)?.[1] ?? name) : texts.standing
}

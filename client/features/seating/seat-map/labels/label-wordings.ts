import type { SeatSector } from '#client/features/seating/seat-model.ts'
import { texts } from '#client/features/seating/seating.texts.ts'
import type { Scene } from '../draw/draw-target.ts'

/** `small` and `tiny` are to a small label what `strong` and `plain` are to a large one. */
export type Line = { readonly text: string; readonly style: 'strong' | 'plain' | 'small' | 'tiny' }

/** What can be told of a sector in its middle, the most first: its name, its price, and how many places are free. */
export function wordingsOf(scene: Scene, sector: SeatSector): (readonly Line[])[] {
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

/** What can be told of a sector in one line, the most first. */
export function headingsOf(sector: SeatSector): Line[] {
  const { name } = sector
  const both = `${name}  ${priceText(sector)}`
  const names = [line('strong', both), line('small', both), line('strong', name), line('small', name)]
  const short = shortName(sector)
  return short === name ? names : [...names, line('small', short)]
}

/** What can be told over the seats of a sector without hiding many, the most first. */
export function wordingsOverSeats(scene: Scene, sector: SeatSector): (readonly Line[])[] {
  const [, inTwoLines = []] = wordingsOf(scene, sector)
  return [inTwoLines, ...headingsOf(sector).map((heading) => [heading])]
}

const line = (style: Line['style'], text: string): Line => ({ text, style })

function priceText({ isAvailable, price }: SeatSector): string {
  return isAvailable ? texts.price(price) : texts.notAvailable
}

/** "101" for "South 101", and what can be done where there is nothing to sit on. */
function shortName({ name, rows }: SeatSector): string {
  return rows.length > 0 ? (/\s(\S*\d\S*)$/.exec(name)?.[1] ?? name) : texts.standing
}

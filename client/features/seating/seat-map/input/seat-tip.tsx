import type { CSSProperties } from 'react'
import { placeNameAt } from '#client/features/seating/place-names.ts'
import type { SeatAvailability } from '#client/features/seating/seat-availability.ts'
import { isStanding } from '#client/features/seating/seat-model.ts'
import { texts } from '#client/features/seating/seating.texts.ts'
import type { Hovered } from '../map-options.ts'
import classes from '../seat-map.module.css'

type Props = {
  readonly availability: SeatAvailability
  readonly chosen: ReadonlyMap<number, number>
  readonly hovered: Hovered
}

/** The tooltip of the place or sector under the mouse, or tapped by a finger. */
export function SeatTip({ availability, chosen, hovered }: Props) {
  const { place, sector, isNumbered, at } = hovered
  const { name, number, price, isAvailable } = availability.model.sectors[sector] ?? {}
  if (name === undefined || price === undefined) return null
  const sectorName = isNumbered && !name.includes(String(number)) ? `${number} · ${name}` : name
  const free = place === undefined ? availability.freeInSector[sector] : availability.free[place]
  return (
    <div className={classes['tip']} style={{ '--x': `${at.x}px`, '--y': `${at.y}px` } as CSSProperties} aria-hidden>
      <strong>{place === undefined ? sectorName : texts.place(placeNameAt(availability.model, place))}</strong>
      <span>{isAvailable ? texts.price(price) : texts.notAvailable}</span>
      {isAvailable && <span>{stateOf()}</span>}
    </div>
  )

  function stateOf(): string {
    if (place === undefined || isStanding(availability.model, place)) return texts.freePlaces(free ?? 0)
    if (chosen.has(place)) return texts.yours
    const own = availability.ownAt(place)
    if (own) return texts[own]
    return free ? texts.free : texts.taken
  }
}

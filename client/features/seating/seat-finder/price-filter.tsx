import { useComputedColorScheme } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import type { SeatAvailability } from '../seat-availability.ts'
import { paletteOf } from '../seat-map/draw/palette.ts'
import { texts } from '../seating.texts.ts'
import classes from './price-filter.module.css'
import type { SeatFinder } from './use-seat-finder.ts'

type Props = { readonly availability: SeatAvailability; readonly finder: SeatFinder }

/** The colours of the price classes with their numbers of free places. Pressing one fades the others on the plan. */
export function PriceFilter({ availability, finder: { shown, toggleClass } }: Props) {
  useSyncExternalStore(availability.subscribe, () => availability.version)
  const { model, freeInSector } = availability
  const palette = paletteOf(useComputedColorScheme('light'), model.priceClasses.length)
  const freeIn = (priceClass: number) =>
    model.sectors.reduce(
      (sum, sector) => (sector.priceClass === priceClass ? sum + (freeInSector[sector.index] ?? 0) : sum),
      0,
    )
  return (
    <ul className={classes['prices']} aria-label={texts.prices}>
      {model.priceClasses.map(({ from, to }, priceClass) => (
        <li key={from}>
          <button
            type="button"
            className={classes['price']}
            aria-pressed={shown.has(priceClass)}
            data-dim={shown.size > 0 && !shown.has(priceClass)}
            onClick={() => toggleClass(priceClass)}
          >
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden>
              <circle cx="8" cy="8" r="7" fill={palette.seats[priceClass]} />
            </svg>
            <span>{texts.priceRange(from, to)}</span>{' '}
            <span className={classes['free']}>{texts.freeAtPrice(freeIn(priceClass))}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

import { useComputedColorScheme } from '@mantine/core'
import { useSyncExternalStore, type ComponentProps, type ReactNode } from 'react'
import { PLACE_KINDS } from '#domain/tickets/places.ts'
import { KindMark } from '../kind-mark.tsx'
import type { SeatAvailability } from '../seat-availability.ts'
import { kindsIn } from '../seat-model.ts'
import { paletteOf } from '../seat-map/draw/palette.ts'
import { texts } from '../seating.texts.ts'
import { freeMatches, type Filters } from './matching-places.ts'
import classes from './price-filter.module.css'
import type { SeatFinder } from './use-seat-finder.ts'

type Props = { readonly availability: SeatAvailability; readonly finder: SeatFinder }

/**
 * The price classes and the special kinds of seats with their numbers of free places. Pressing one fades the others on
 * the plan.
 */
export function PriceFilter({ availability, finder }: Props) {
  useSyncExternalStore(availability.subscribe, () => availability.version)
  const { model } = availability
  const { shown, toggleClass, toggleKind } = finder
  const palette = paletteOf(useComputedColorScheme('light'), model.priceClasses.length)
  const present = kindsIn(model)
  const kinds = PLACE_KINDS.filter((kind) => present.has(kind))
  const freeText = (filters: Partial<Filters>) =>
    texts.freeAtPrice(freeMatches(availability, { shown: new Set(), kinds: new Set(), ...filters }))
  return (
    <div className={classes['prices']}>
      <ul aria-label={texts.prices}>
        {model.priceClasses.map(({ from, to }, priceClass) => (
          <li key={from}>
            <Price
              // The only price of a plan leaves nothing to choose.
              filter={
                model.priceClasses.length > 1 && {
                  'aria-pressed': shown.has(priceClass),
                  'data-dim': shown.size > 0 && !shown.has(priceClass),
                  onClick: () => toggleClass(priceClass),
                }
              }
            >
              <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden>
                <circle cx="8" cy="8" r="7" fill={palette.seats[priceClass]} />
              </svg>
              <span>{texts.priceRange(from, to)}</span>{' '}
              <span className={classes['free']}>{freeText({ shown: new Set([priceClass]) })}</span>
            </Price>
          </li>
        ))}
      </ul>
      {kinds.length > 0 && (
        <ul aria-label={texts.kindsShown}>
          {kinds.map((kind) => (
            <li key={kind}>
              <button
                type="button"
                className={classes['price']}
                aria-pressed={finder.kinds.has(kind)}
                data-dim={finder.kinds.size > 0 && !finder.kinds.has(kind)}
                onClick={() => toggleKind(kind)}
              >
                <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden>
                  <KindMark kind={kind} />
                </svg>
                <span>{texts.kinds[kind]}</span>{' '}
                <span className={classes['free']}>{freeText({ kinds: new Set([kind]) })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type PriceProps = {
  readonly filter: (ComponentProps<'button'> & { readonly 'data-dim': boolean }) | false
  readonly children: ReactNode
}

/** A price as a button that filters, or as text. */
function Price({ filter, children }: PriceProps) {
  const className = classes['price']
  if (!filter) return <span className={className}>{children}</span>
  return (
    <button type="button" className={className} {...filter}>
      {children}
    </button>
  )
}

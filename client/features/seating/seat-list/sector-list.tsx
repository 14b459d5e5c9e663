import { UnstyledButton, useComputedColorScheme } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { PlaceKind } from '#domain/tickets/places.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import { paletteOf } from '../seat-map/draw/palette.ts'
import { hasKind, type SeatSector } from '../seat-model.ts'
import { texts } from '../seating.texts.ts'
import classes from './seat-list.module.css'
import { listTexts } from './seat-list.texts.ts'

type Props = {
  readonly availability: SeatAvailability
  readonly chosen: ReadonlyMap<number, number>
  /** The price classes whose sectors are listed. An empty set means all of them. */
  readonly shown: ReadonlySet<number>
  /** The special kinds of seats whose sectors are listed. An empty set means all sectors. */
  readonly kinds: ReadonlySet<PlaceKind>
  /** The sector that was open before. Gets the focus. */
  readonly previousSector: number | undefined
  /** Whether the first sector gets the focus, if none was open before. */
  readonly takesFocus: boolean
  readonly onOpen: (sector: number) => void
}

/** The sectors with their prices and free places. */
export function SectorList({ availability, chosen, shown, kinds, previousSector, takesFocus, onOpen }: Props) {
  const { model, freeInSector, capacityOfSector } = availability
  const palette = paletteOf(useComputedColorScheme('light'), model.priceClasses.length)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const wanted = previousSector === undefined ? '[data-sector]' : `[data-sector="${previousSector}"]`
    if (takesFocus || previousSector !== undefined) list.current?.querySelector<HTMLElement>(wanted)?.focus()
  }, [previousSector, takesFocus])

  const listed = model.sectors.filter(
    (sector) =>
      (shown.size === 0 || (sector.isAvailable && shown.has(sector.priceClass))) &&
      (kinds.size === 0 || hasKind(model, sector, kinds)),
  )

  function freeIn({ index }: SeatSector): string {
    return listTexts.freeOf(freeInSector[index] ?? 0, capacityOfSector[index] ?? 0)
  }

  /** Returns the customer's own tickets of a sector in words. */
  function ownIn({ first, end }: SeatSector): string[] {
    const countIn = (tickets: ReadonlyMap<number, number>) =>
      [...tickets].reduce((sum, [index, count]) => (index >= first && index < end ? sum + count : sum), 0)
    const selected = countIn(chosen)
    return [
      ...(selected > 0 ? [listTexts.selectedHere(selected)] : []),
      ...(['inCart', 'bought', 'held'] as const).flatMap((ownership) => {
        const count = countIn(availability.own[ownership])
        return count > 0 ? [listTexts.ownHere[ownership](count)] : []
      }),
    ]
  }

  return (
    <ul ref={list} className={classes['sectors']} aria-label={listTexts.sectors}>
      {listed.map((sector) => (
        <li key={sector.id}>
          {sector.isAvailable ? (
            <UnstyledButton
              className={classes['sector']}
              data-sector={sector.index}
              onClick={() => onOpen(sector.index)}
            >
              <Swatch colour={palette.seats[sector.priceClass]} />
              <span className={classes['sectorName']}>{sector.name}</span> <span>{texts.price(sector.price)}</span>{' '}
              <span className={classes['sectorFree']}>{[freeIn(sector), ...ownIn(sector)].join(' · ')}</span>
              <IconChevronRight size={18} aria-hidden />
            </UnstyledButton>
          ) : (
            <div className={classes['sector']} data-closed>
              <Swatch colour={undefined} />
              <span className={classes['sectorName']}>{sector.name}</span>
              <span className={classes['sectorFree']}>{texts.notAvailable}</span>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Swatch({ colour }: { readonly colour: string | undefined }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden>
      <circle cx="8" cy="8" r="7" fill={colour ?? 'none'} stroke="currentColor" strokeWidth={colour ? 0 : 1} />
    </svg>
  )
}

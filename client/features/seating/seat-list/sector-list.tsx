import { UnstyledButton, useComputedColorScheme } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { SeatAvailability } from '../seat-availability.ts'
import { paletteOf } from '../seat-map/draw/palette.ts'
import type { SeatSector } from '../seat-model.ts'
import { texts } from '../seating.texts.ts'
import classes from './seat-list.module.css'
import { listTexts } from './seat-list.texts.ts'

type Props = {
  readonly availability: SeatAvailability
  readonly chosen: ReadonlyMap<number, number>
  /** The price classes whose sectors are listed. An empty set means all of them. */
  readonly shown: ReadonlySet<number>
  /** The sector that was open before. Gets the focus. */
  readonly previousSector: number | undefined
  readonly onOpen: (sector: number) => void
}

/** The sectors with their prices and free places. */
export function SectorList({ availability, chosen, shown, previousSector, onOpen }: Props) {
  const { model, freeInSector, capacityOfSector } = availability
  const palette = paletteOf(useComputedColorScheme('light'), model.priceClasses.length)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (previousSector !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-sector="${previousSector}"]`)?.focus()
  }, [previousSector])

  const listed = model.sectors.filter(
    ({ isAvailable, priceClass }) => shown.size === 0 || (isAvailable && shown.has(priceClass)),
  )

  function freeIn({ index }: SeatSector): string {
    return listTexts.freeOf(freeInSector[index] ?? 0, capacityOfSector[index] ?? 0)
  }

  function chosenIn({ first, end }: SeatSector): string[] {
    const tickets = [...chosen].reduce((sum, [index, count]) => (index >= first && index < end ? sum + count : sum), 0)
    return tickets > 0 ? [listTexts.selectedHere(tickets)] : []
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
              <span className={classes['sectorFree']}>{[freeIn(sector), ...chosenIn(sector)].join(' · ')}</span>
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

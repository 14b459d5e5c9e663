import { useState, useSyncExternalStore } from 'react'
import type { SeatAvailability } from '../seat-availability.ts'
import type { SeatFinder, Spotlight } from '../seat-finder/use-seat-finder.ts'
import type { Start } from './seat-grid.tsx'
import { SectorList } from './sector-list.tsx'
import { SectorSeats, type ListChoice } from './sector-seats.tsx'

type Props = {
  readonly availability: SeatAvailability
  readonly choice: ListChoice
  readonly finder: Pick<SeatFinder, 'shown' | 'spotlight' | 'showNextFree'>
  /** The spotlight before the list was opened. The list opens the sector of a later one. */
  readonly initialSpotlight?: Spotlight | undefined
  /** Whether there is still something to choose for. */
  readonly isOpen: boolean
}

/** The plan in words: its sectors, and the seats of the one that is open. */
export function SeatList({ availability, choice, finder, initialSpotlight, isOpen }: Props) {
  useSyncExternalStore(availability.subscribe, () => availability.version)
  const { model } = availability
  const { shown, spotlight, showNextFree } = finder
  const [seen, setSeen] = useState(initialSpotlight)
  const [open, setOpen] = useState<number>()
  const [cameFrom, setCameFrom] = useState<number>()
  const [start, setStart] = useState<Start>()
  const sector = open === undefined ? undefined : model.sectors[open]

  function openSector(next: number | undefined, startAt?: number) {
    setCameFrom(open)
    setOpen(next)
    setStart(startAt === undefined ? undefined : { place: startAt })
  }

  const [lit] = spotlight?.places ?? []
  if (spotlight !== seen) {
    setSeen(spotlight)
    if (lit !== undefined) openSector(model.sectorOf[lit], lit)
  }

  return sector ? (
    <SectorSeats
      key={sector.id}
      availability={availability}
      sector={sector}
      choice={choice}
      start={start}
      isOpen={isOpen}
      onOpen={openSector}
      onNextFree={showNextFree}
    />
  ) : (
    <SectorList
      availability={availability}
      chosen={choice.chosen.tickets}
      shown={shown}
      cameFrom={cameFrom}
      onOpen={openSector}
    />
  )
}

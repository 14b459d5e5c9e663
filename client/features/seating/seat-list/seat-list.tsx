import { useState, useSyncExternalStore } from 'react'
import type { SeatAvailability } from '../seat-availability.ts'
import type { SeatFinder, Spotlight } from '../seat-finder/use-seat-finder.ts'
import type { Start } from './seat-grid.tsx'
import { SectorList } from './sector-list.tsx'
import { SectorSeats, type ListChoice } from './sector-seats.tsx'

type Props = {
  readonly availability: SeatAvailability
  readonly choice: ListChoice
  readonly finder: Pick<SeatFinder, 'shown' | 'kinds' | 'spotlight' | 'showNextFree'>
  /** The spotlight before the list was opened. The list opens the sector of a later one. */
  readonly initialSpotlight?: Spotlight | undefined
  /** Whether the first sector gets the focus. */
  readonly takesFocus?: boolean
  /** Whether the show has not started yet. */
  readonly isOpen: boolean
}

/** The plan as text: its sectors, or the seats of the open sector. */
export function SeatList({ availability, choice, finder, initialSpotlight, takesFocus = false, isOpen }: Props) {
  useSyncExternalStore(availability.subscribe, () => availability.version)
  const { model } = availability
  const { shown, kinds, spotlight, showNextFree } = finder
  const [handledSpotlight, setHandledSpotlight] = useState(initialSpotlight)
  const [openIndex, setOpenIndex] = useState<number>()
  const [previousSector, setPreviousSector] = useState<number>()
  const [start, setStart] = useState<Start>()
  const sector = openIndex === undefined ? undefined : model.sectors[openIndex]

  function openSector(next: number | undefined, startAt?: number) {
    setPreviousSector(openIndex)
    setOpenIndex(next)
    setStart(startAt === undefined ? undefined : { place: startAt })
  }

  const [firstShown] = spotlight?.places ?? []
  if (spotlight !== handledSpotlight) {
    setHandledSpotlight(spotlight)
    if (firstShown !== undefined) openSector(model.sectorOf[firstShown], firstShown)
  }

  return sector ? (
    <SectorSeats
      key={sector.id}
      availability={availability}
      sector={sector}
      choice={choice}
      filters={finder}
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
      kinds={kinds}
      previousSector={previousSector}
      takesFocus={takesFocus}
      onOpen={openSector}
    />
  )
}

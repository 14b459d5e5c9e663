import { useState, useSyncExternalStore } from 'react'
import type { SeatAvailability } from '../seat-availability.ts'
import type { Choice } from '../use-seat-choice.ts'
import { SectorList } from './sector-list.tsx'
import { SectorSeats } from './sector-seats.tsx'

type Props = {
  readonly availability: SeatAvailability
  readonly choice: Choice
}

/** The plan in words: its sectors, and the seats of the one that is open. */
export function SeatList({ availability, choice }: Props) {
  useSyncExternalStore(availability.subscribe, () => availability.version)
  const [open, setOpen] = useState<number>()
  const [cameFrom, setCameFrom] = useState<number>()
  const sector = open === undefined ? undefined : availability.model.sectors[open]

  function openSector(next: number | undefined) {
    setCameFrom(open)
    setOpen(next)
  }

  return sector ? (
    <SectorSeats key={sector.id} availability={availability} sector={sector} choice={choice} onOpen={openSector} />
  ) : (
    <SectorList availability={availability} chosen={choice.chosen} cameFrom={cameFrom} onOpen={openSector} />
  )
}

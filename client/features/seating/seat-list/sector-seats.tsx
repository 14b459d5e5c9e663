import { Button, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import type { SeatAvailability } from '../seat-availability.ts'
import { areFiltersOn, freeMatches, type Filters } from '../seat-finder/matching-places.ts'
import { standingPlacesOf, type SeatSector } from '../seat-model.ts'
import { texts } from '../seating.texts.ts'
import type { Choice } from '../use-seat-choice.ts'
import { neighbouringSector } from './grid-movement.ts'
import { seatOf } from './seat-grid-row.tsx'
import { SeatGrid, type Start } from './seat-grid.tsx'
import { listTexts } from './seat-list.texts.ts'
import { StandingField } from './standing-field.tsx'
import classes from './seat-list.module.css'

/** The parts of the choice that the list shows and changes. */
export type ListChoice = Pick<Choice, 'chosen' | 'limits' | 'actions'>

type Props = {
  readonly availability: SeatAvailability
  readonly sector: SeatSector
  readonly choice: ListChoice
  readonly filters: Filters
  /** The place that gets the focus, if not the first free seat. */
  readonly start: Start | undefined
  /** Whether the show has not started yet. */
  readonly isOpen: boolean
  readonly onOpen: (sector: number | undefined) => void
  /** Called to show the next free seat after this place. */
  readonly onNextFree: (after: number) => void
}

/** A sector with its seats as a grid, and the number of tickets of its standing places. */
export function SectorSeats({ availability, sector, choice, filters, start, isOpen, onOpen, onNextFree }: Props) {
  const { model, freeInSector, capacityOfSector } = availability
  const { chosen, limits, actions } = choice
  const focused = start?.place ?? (sector.rows.length === 0 ? standingPlacesOf(model, sector)[0] : undefined)

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') onOpen(undefined)
    else if (isOpen && (event.key === 'f' || event.key === 'F')) onNextFree(seatOf(event.target) ?? sector.end - 1)
    else if (event.key === 'PageDown') onOpen(neighbouringSector(model, sector, 1))
    else if (event.key === 'PageUp') onOpen(neighbouringSector(model, sector, -1))
    else return
    event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys bubble up
    <div className={classes['open']} onKeyDown={onKeyDown}>
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconArrowLeft size={18} aria-hidden />}
        onClick={() => onOpen(undefined)}
      >
        {listTexts.backToSectors}
      </Button>
      <Title order={2} size="h3">
        {sector.name}
      </Title>
      <Text c="dimmed" size="sm">
        {texts.price(sector.price)} ·{' '}
        {listTexts.freeOf(freeInSector[sector.index] ?? 0, capacityOfSector[sector.index] ?? 0)}
      </Text>
      {areFiltersOn(filters) && (
        <Text component="output" size="sm">
          {listTexts.matching(freeMatches(availability, filters, [sector]))}
        </Text>
      )}
      {standingPlacesOf(model, sector).map((index) => (
        <StandingField
          key={index}
          availability={availability}
          index={index}
          tickets={chosen.tickets.get(index) ?? 0}
          isStart={index === focused}
          isOpen={isOpen}
          onTickets={(tickets) => actions.setTickets(index, tickets)}
        />
      ))}
      {sector.rows.length > 0 && (
        <SeatGrid
          availability={availability}
          sector={sector}
          chosen={chosen.tickets}
          canTakeMore={limits.full === undefined}
          start={start}
          isOpen={isOpen}
          onPoint={actions.point}
        />
      )}
    </div>
  )
}

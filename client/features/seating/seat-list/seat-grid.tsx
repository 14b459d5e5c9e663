import { Text } from '@mantine/core'
import { useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { listedRowsOf, listedStretchesOf, type ListedRow } from '../listed-seats.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import { nextFreeIn } from '../seat-finder/next-free.ts'
import type { SeatModel, SeatSector } from '../seat-model.ts'
import { texts } from '../seating.texts.ts'
import { gridKeyOf, seatAfterKey } from './grid-movement.ts'
import { AISLE_WIDTH } from './row-lines.ts'
import { SeatGridRow, seatOf } from './seat-grid-row.tsx'
import classes from './seat-grid.module.css'
import { listTexts } from './seat-list.texts.ts'

/** The smallest width of a seat with its margin in css pixels. */
const SEAT_WIDTH = 36

/** The letter of a taken seat by its ownership. */
const TAKEN_LETTERS = { inCart: 'o', bought: 'b', held: 'h', not: 't' }

/** A place that gets the focus, in a new object for each time. */
export type Start = { readonly place: number }

type Props = {
  readonly availability: SeatAvailability
  readonly sector: SeatSector
  /** The chosen tickets by place. */
  readonly chosen: ReadonlyMap<number, number>
  readonly canTakeMore: boolean
  /** The seat that gets the focus, if not the first free one. */
  readonly start: Start | undefined
  /** Whether the show has not started yet. */
  readonly isOpen: boolean
  readonly onPoint: (seat: number) => void
}

/** The seats of a sector, row by row: a single tab stop, with arrow keys from seat to seat. */
export function SeatGrid({ availability, sector, chosen, canTakeMore, start, isOpen, onPoint }: Props) {
  const { model } = availability
  const rows = listedRowsOf(model, sector)
  const grid = useRef<HTMLTableElement>(null)
  const [firstStop] = useState(
    () => nextFreeIn(availability, sector, sector.first - 1) ?? rows[0]?.seats[0] ?? sector.first,
  )
  const [tabStop, setTabStop] = useState(start?.place ?? firstStop)
  const longest = useMemo(() => Math.max(...rows.map((row) => lengthOf(model, row))), [model, rows])
  useEffect(() => focusOn(grid.current, start?.place ?? firstStop), [start, firstStop])
  const [perLine, setPerLine] = useState(Infinity)
  useEffect(() => {
    const row = grid.current?.querySelector('tr')
    if (!row) return undefined
    const resizing = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0
      if (width > 0) setPerLine(Math.max(1, Math.floor(width / SEAT_WIDTH)))
    })
    resizing.observe(row)
    return () => resizing.disconnect()
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    const seat = seatOf(event.target)
    if (seat === undefined || event.altKey || event.metaKey) return
    const movement = gridKeyOf(event)
    if (movement) focusOn(grid.current, seatAfterKey(model, sector, seat, movement))
    else if (event.key === ' ' || event.key === 'Enter') onPoint(seat)
    else return
    event.preventDefault()
  }

  /** Returns one letter per seat. A string, so that a memoized row rerenders only if one of its seats changes. */
  function statesOf({ seats }: ListedRow): string {
    let states = ''
    for (const seat of seats) {
      if (chosen.has(seat)) states += 'c'
      else if (availability.free[seat]) states += 'f'
      else states += TAKEN_LETTERS[availability.ownAt(seat) ?? 'not']
    }
    return states
  }

  return (
    <>
      {isOpen && (
        <Text size="sm" c="dimmed" className={classes['help']} id={`keys-${sector.id}`}>
          {listTexts.gridHelp} {canTakeMore && texts.keys}
        </Text>
      )}
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a selectable table
        role="grid"
        tabIndex={-1}
        aria-label={listTexts.seatsOf(sector.name)}
        aria-describedby={isOpen ? `keys-${sector.id}` : undefined}
        aria-readonly={!isOpen}
        aria-multiselectable
        className={classes['grid']}
        style={{ '--seats': longest } as CSSProperties}
        onKeyDown={onKeyDown}
        onClick={({ target }) => {
          const seat = seatOf(target)
          if (seat !== undefined) onPoint(seat)
        }}
        onFocus={({ target }) => setTabStop(seatOf(target) ?? tabStop)}
      >
        <tbody>
          {rows.map((row) => (
            <SeatGridRow
              key={row.first}
              model={model}
              row={row}
              states={statesOf(row)}
              canTakeMore={canTakeMore}
              perLine={perLine}
              tabStop={tabStop >= row.first && tabStop < row.end ? tabStop : undefined}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

function focusOn(grid: HTMLElement | null, seat: number | undefined): void {
  grid?.querySelector<HTMLElement>(`[data-seat="${seat}"]`)?.focus()
}

/** Returns the length of a row in seat widths. */
function lengthOf(model: SeatModel, row: ListedRow): number {
  return row.seats.length + AISLE_WIDTH * (listedStretchesOf(model, row).length - 1)
}

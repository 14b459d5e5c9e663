import { Fragment, memo } from 'react'
import { listedStretchesOf, type ListedRow } from '../listed-seats.ts'
import { placeNameAt } from '../place-names.ts'
import { KindMark } from '../kind-mark.tsx'
import { sectorAt, type SeatModel } from '../seat-model.ts'
import { texts } from '../seating.texts.ts'
import { lineStartsOf } from './row-lines.ts'
import classes from './seat-grid.module.css'
import { listTexts } from './seat-list.texts.ts'

type Props = {
  readonly model: SeatModel
  readonly row: ListedRow
  /**
   * One letter per seat: `f`ree, `t`aken, `c`hosen, the customer's `o`wn in the cart, `b`ought by the customer, or
   * `h`eld by the box office.
   */
  readonly states: string
  /** Whether free seats can be chosen. */
  readonly canTakeMore: boolean
  /** The number of seats for which a line has room. */
  readonly perLine: number
  /** The only seat in the tab order (roving tabindex), if it is in this row. */
  readonly tabStop: number | undefined
}

const words: Record<string, string> = {
  f: listTexts.states.free,
  t: listTexts.states.taken,
  c: listTexts.states.chosen,
  o: listTexts.states.inCart,
  b: listTexts.states.bought,
  h: listTexts.states.held,
}

/** A row of the grid: its name and its seats. */
export const SeatGridRow = memo(function SeatGridRow({ model, row, states, canTakeMore, perLine, tabStop }: Props) {
  const stretches = listedStretchesOf(model, row)
  const starts = new Set(stretches.map(({ first }) => first))
  const lineStarts = lineStartsOf(stretches, perLine)
  return (
    <tr className={classes['row']}>
      <th scope="row" className={classes['rowName']}>
        {texts.rowName(row.name)}
      </th>
      {Array.from(states, (state, at) => {
        const seat = row.seats[at] ?? row.first
        const { price } = sectorAt(model, seat)
        const kind = model.kinds.get(seat)
        return (
          <Fragment key={seat}>
            {lineStarts.has(at) && <td aria-hidden className={classes['break']} />}
            <td
              data-seat={seat}
              data-state={state}
              data-kind={kind}
              data-aisle={starts.has(at + 1) && !lineStarts.has(at + 1)}
              className={classes['seat']}
              tabIndex={seat === tabStop ? 0 : -1}
              aria-selected={state === 'c'}
              aria-disabled={state === 'f' ? !canTakeMore : state !== 'c'}
              aria-label={listTexts.seatAndState(
                placeNameAt(model, seat),
                price,
                words[state] ?? listTexts.states.taken,
              )}
            >
              {model.seatNumbers[seat]}
              {kind && (
                <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden>
                  <KindMark kind={kind} />
                </svg>
              )}
            </td>
          </Fragment>
        )
      })}
    </tr>
  )
})

/** Returns the seat of an element inside the grid; undefined outside of the seats. */
export function seatOf(target: EventTarget): number | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-seat]') : null
  return cell ? Number(cell.dataset['seat']) : undefined
}

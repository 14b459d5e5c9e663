import { Text } from '@mantine/core'
import { useState } from 'react'
import { pages } from '#contract/pages.ts'
import { euro } from '#domain/money.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'
import { dateText, timeText } from '#domain/time/time-text.ts'
import { availabilityNames } from '#client/names/availability-names.ts'
import { PlainLink } from '#client/ui/links.tsx'
import { leftText } from './left-text.ts'
import { monthName, weeksOf } from './month.ts'
import type { Show } from './shows.queries.ts'
import { texts, weekdayNames } from './shows.texts.ts'
import classes from './show-calendar.module.css'

type Props = {
  /** The month, such as `2026-12`. */
  readonly month: string
  readonly shows: readonly Show[]
  /** The number of shows of the month that the calendar lacks. */
  readonly missing: number
  readonly isBusy: boolean
}

/** Shows the shows of a month as a calendar. Each time is a link to the seats. */
export function ShowCalendar({ month, shows, missing, isBusy }: Props) {
  const byDay = Map.groupBy(shows, ({ startTime, location }) =>
    Number(dateText(startTime, location.timeZone).slice(-2)),
  )
  return (
    <>
      <table className={classes['calendar']} aria-busy={isBusy}>
        <caption>{monthName(month)}</caption>
        <thead>
          <tr>
            {weekdayNames.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((days, week) => (
            <tr key={week}>
              {days.map((day, at) => (
                <td key={at} data-has-shows={byDay.has(day) || undefined}>
                  {day > 0 && <span className={classes['day']}>{day}</span>}
                  {byDay.get(day)?.map((show) => (
                    <Start key={show.id} show={show} />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={classes['legend']} aria-hidden>
        <li data-left="FREE">{availabilityNames.FREE}</li>
        <li data-left="FEW_LEFT">{availabilityNames.FEW_LEFT}</li>
        <li data-left="SOLD_OUT">{availabilityNames.SOLD_OUT}</li>
      </ul>
      {missing > 0 && <Text size="sm">{texts.moreInList(missing)}</Text>}
    </>
  )
}

function Start({ show }: { readonly show: Show }) {
  const { startTime, location, availability = 'FREE', priceFrom } = show
  const [now] = useState(Date.now)
  const words = [
    showTimeText(startTime, location.timeZone),
    texts.priceFrom(euro(priceFrom)),
    leftText({ ...show, availability }, now),
  ]
  return (
    <PlainLink
      to={pages.show.href(show)}
      className={classes['start']}
      data-left={availability}
      aria-label={words.filter(Boolean).join(', ')}
    >
      {timeText(startTime, location.timeZone)}
    </PlainLink>
  )
}

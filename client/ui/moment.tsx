import { showTimeText } from '#domain/programme-words.ts'
import { dateText, dateTimeText, deadlineText } from '#domain/time-text.ts'
import { useNow } from './use-now.ts'

/** The browser's time zone. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

type Props = {
  readonly at: string
  /** The IANA time zone of the display. */
  readonly zone: string
  readonly isDateOnly?: boolean
}

/** Shows the start of a show in the zone of its venue, with the day of the week. */
export function ShowMoment({ at, zone }: Pick<Props, 'at' | 'zone'>) {
  return <time dateTime={at}>{showTimeText(at, zone)}</time>
}

/** Shows a time in a zone: `yyyy/MM/dd HH:mm`, or only the date. */
export function Moment({ at, zone, isDateOnly = false }: Props) {
  return <time dateTime={at}>{isDateOnly ? dateText(at, zone) : dateTimeText(at, zone)}</time>
}

/** Shows a deadline in the browser's time zone: `HH:mm` on the day itself, else with the date. */
export function Deadline({ at }: Pick<Props, 'at'>) {
  return <time dateTime={at}>{deadlineText(at, useNow(), ownZone)}</time>
}

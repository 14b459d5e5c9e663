import { dateText, dateTimeText } from '#domain/time-text.ts'

/** The zone of who is looking. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

type Props = {
  readonly at: string
  /** IANA name of the zone it is told in. */
  readonly zone: string
  readonly isDateOnly?: boolean
}

/** A moment, told in the zone of its house: `yyyy/MM/dd HH:mm`, or only the day. */
export function Moment({ at, zone, isDateOnly = false }: Props) {
  return <time dateTime={at}>{isDateOnly ? dateText(at, zone) : dateTimeText(at, zone)}</time>
}

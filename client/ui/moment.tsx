import { showTimeText } from '#domain/shows/programme-words.ts'
import { dateText, dateTimeText } from '#domain/time/time-text.ts'
import { systemTimeZone } from '#domain/time/time-zone.ts'
import { zonedDeadlineText, zonedTimeText } from '#domain/time/time-zone-names.ts'
import { useNow } from './use-now.ts'

let knownZone: string | undefined

/** Returns the browser's time zone. Finding it out takes some milliseconds, and most pages show times of venues. */
export const ownZone = () => (knownZone ??= systemTimeZone())

/** Returns the shop's time zone, which its pages name. */
export const shopZone = () => document.documentElement.dataset['shopZone'] || ownZone()

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

/** Formats a time that belongs to no venue in the zone of the shop, which is named to a browser in another one. */
export function shopTimeText(at: string): string {
  return zonedTimeText(at, shopZone(), ownZone())
}

/** Formats a deadline like `shopTimeText`, on the day itself without the date. */
export function deadlineText(at: string, now: Date): string {
  return zonedDeadlineText(at, now, shopZone(), ownZone())
}

/** Shows a time in the zone of the shop. */
export function ShopTime({ at }: Pick<Props, 'at'>) {
  return <time dateTime={at}>{shopTimeText(at)}</time>
}

/** Shows a deadline in the zone of the shop: `HH:mm` on the day itself, else with the date. */
export function Deadline({ at }: Pick<Props, 'at'>) {
  return <time dateTime={at}>{deadlineText(at, useNow())}</time>
}

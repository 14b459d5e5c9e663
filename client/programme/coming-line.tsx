import { Text } from '@mantine/core'
import type * as z from 'zod/mini'
import type { comingShows } from '#contract/coming-shows.ts'
import { euro } from '#domain/money.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'
import classes from './coming-line.module.css'
import { texts } from './programme.texts.ts'

/** The shows to come of an event, an artist or a location, as in the server's replies. */
export type Coming = z.output<typeof comingShows>

type Props = {
  readonly coming: Coming | undefined
  /** Whether to leave out the place, because the card names it. */
  readonly isPlaceKnown?: boolean
}

/** Shows when and where the next show is, how many there are, and the lowest price. */
export function ComingLine({ coming, isPlaceKnown = false }: Props) {
  if (!coming) return <Text size="sm">{texts.noShows}</Text>
  const { next, cityCount, count, priceFrom } = coming
  const place = cityCount > 1 ? texts.inCities(next.city, cityCount - 1) : texts.in(next.city)
  return (
    <Text size="sm" className={classes['line']}>
      <span>
        {texts.next}: <time dateTime={next.startTime}>{showTimeText(next.startTime, next.timeZone)}</time>
      </span>
      {!isPlaceKnown && <span>{place}</span>}
      <span>{texts.shows(count)}</span>
      <strong>{texts.priceFrom(euro(priceFrom))}</strong>
    </Text>
  )
}

import { Text } from '@mantine/core'
import { FIRST_PICTURE_SIZES } from '#contract/images.ts'
import { pages } from '#contract/pages.ts'
import { durationText } from '#domain/time/time-text.ts'
import { eventTypeNames } from '#client/names/event-type-names.ts'
import { Picture } from '#client/picture.tsx'
import { ComingLine } from '#client/programme/coming-line.tsx'
import { Moment, ownZone } from '#client/ui/moment.tsx'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import type { Event } from './events.queries.ts'
import { texts } from './events.texts.ts'
import classes from './event-card.module.css'

const DAY_SECONDS = 86_400

type Props = {
  readonly event: Event
  readonly isFirst: boolean
  /** Whether the search filters by duration. */
  readonly isDurationAsked?: boolean
}

/** Shows an event in a list. Omits the duration of a run of several days unless the search filters by it. */
export function EventCard({ event, isFirst, isDurationAsked = false }: Props) {
  const { startTime, endTime, duration, coming } = event
  return (
    <RowCard
      to={pages.event.href(event)}
      title={event.title}
      overline={eventTypeNames[event.type]}
      picture={
        <Picture
          name={event.imageName}
          alt=""
          ratio={16 / 9}
          sizes={FIRST_PICTURE_SIZES.eventInList}
          title={event.title}
          isFirst={isFirst}
        />
      }
    >
      {coming ? (
        <ComingLine coming={coming} />
      ) : (
        <Text size="sm">
          {startTime === null || endTime === null ? (
            texts.noShows
          ) : (
            <>
              <Moment at={startTime} zone={ownZone()} isDateOnly /> –{' '}
              <Moment at={endTime} zone={ownZone()} isDateOnly />
            </>
          )}
        </Text>
      )}
      {duration !== null && (duration < DAY_SECONDS || isDurationAsked) && (
        <Text size="sm" c="dimmed">
          {durationText(duration)}
        </Text>
      )}
      <Text size="sm" lineClamp={3} mt="0.25rem" className={classes['description']}>
        {event.description}
      </Text>
    </RowCard>
  )
}

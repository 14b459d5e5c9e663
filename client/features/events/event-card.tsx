import { Text } from '@mantine/core'
import { durationText } from '#domain/time-text.ts'
import { eventTypeNames } from '#client/event-type-names.ts'
import { paths } from '#client/paths.ts'
import { Picture } from '#client/picture.tsx'
import { RowCard } from '#client/ui/row-card.tsx'
import type { Event } from './events.queries.ts'
import { texts } from './events.texts.ts'
import classes from './event-card.module.css'

/** An event in a list. */
export function EventCard({ event }: { readonly event: Event }) {
  return (
    <RowCard
      to={paths.event(event.id)}
      title={event.title}
      lead={
        <div className={classes['poster']}>
          <Picture name={event.imageName} alt="" ratio={3 / 4} sizes="7rem" title={event.title} />
        </div>
      }
    >
      <Text size="sm" c="dimmed">
        {eventTypeNames[event.type]}
        {' · '}
        {event.duration === null ? texts.noShows : durationText(event.duration)}
      </Text>
      <Text size="sm" lineClamp={3} mt="0.25rem" className={classes['description']}>
        {event.description}
      </Text>
    </RowCard>
  )
}

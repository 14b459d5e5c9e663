import { Badge, Text } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import { useState } from 'react'
import { euro } from '#domain/money.ts'
import { artistName } from '#domain/artist-name.ts'
import { paths } from '#client/paths.ts'
import { Moment } from '#client/ui/moment.tsx'
import { RowCard } from '#client/ui/row-card.tsx'
import { DateBlock } from './date-block.tsx'
import type { Show } from './shows.queries.ts'
import { texts } from './shows.texts.ts'

/** A show in a list. */
export function ShowCard({ show }: { readonly show: Show }) {
  const { location, startTime } = show
  const [now] = useState(Date.now)
  const isPast = Date.parse(startTime) < now
  return (
    <RowCard
      to={paths.show(show.id)}
      title={show.name}
      lead={<DateBlock at={startTime} zone={location.timeZone} />}
      end={
        <>
          <Text fw={600} fz="lg">
            {texts.priceFrom(euro(show.priceFrom))}
          </Text>
          {isPast && (
            <Badge color="gray" variant="light">
              {texts.past}
            </Badge>
          )}
        </>
      }
    >
      {show.name !== show.event.title && <Text>{show.event.title}</Text>}
      <Text size="sm">{texts.with(artistName(show.artist))}</Text>
      <Text size="sm" c="dimmed">
        <Moment at={startTime} zone={location.timeZone} />
        {' · '}
        {location.name}, {location.city}
      </Text>
    </RowCard>
  )
}

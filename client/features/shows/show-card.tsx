import { Badge, Text } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import { useState } from 'react'
import { pages } from '#contract/pages.ts'
import { euro } from '#domain/money.ts'
import { artistName } from '#domain/artist-name.ts'
import { DateBlock } from '#client/ui/cards/date-block.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import type { Show } from './shows.queries.ts'
import { texts } from './shows.texts.ts'

/** A fact common to all shows of a list, which the cards omit. */
export type Common = 'event' | 'location'

type Props = { readonly show: Show; readonly common?: Common | undefined }

/** Shows a show in a list. In the list of one event the time is its title. */
export function ShowCard({ show, common }: Props) {
  const { event, location, startTime } = show
  const [now] = useState(Date.now)
  const isPast = Date.parse(startTime) < now
  const moment = <Moment at={startTime} zone={location.timeZone} />
  const isNamed = show.name !== event.title
  return (
    <RowCard
      to={pages.show.href(show)}
      title={common === 'event' ? moment : show.name}
      lead={<DateBlock at={startTime} zone={location.timeZone} />}
      end={
        <Text fw={600} fz="lg">
          {texts.priceFrom(euro(show.priceFrom))}
        </Text>
      }
    >
      {isNamed && <Text fw={500}>{common === 'event' ? show.name : event.title}</Text>}
      <Text size="sm">
        {common !== 'event' && moment}
        {common === undefined && ' · '}
        {common !== 'location' && `${location.name}, ${location.city}`}
      </Text>
      <Text size="sm" c="dimmed">
        {texts.with(artistName(show.artist))}
      </Text>
      {isPast && (
        <Badge color="gray" variant="light">
          {texts.past}
        </Badge>
      )}
    </RowCard>
  )
}

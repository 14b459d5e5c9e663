import { Badge, Text } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import { useState } from 'react'
import { THUMB_SIZES } from '#contract/images.ts'
import { pages } from '#contract/pages.ts'
import { euro } from '#domain/money.ts'
import { artistName } from '#domain/artist-name.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'
import { Picture } from '#client/picture.tsx'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import { Dotted } from '#client/ui/dotted.tsx'
import { leftText } from './left-text.ts'
import type { Show } from './shows.queries.ts'
import { texts } from './shows.texts.ts'
import classes from './show-card.module.css'

type Props = {
  readonly show: Show
  /** Whether all shows of the list are at the same location, which the cards then omit. */
  readonly isAtKnownPlace?: boolean
}

/** Shows a show in a list. */
export function ShowCard({ show, isAtKnownPlace = false }: Props) {
  const { event, location, startTime, availability } = show
  const [now] = useState(Date.now)
  const isPast = Date.parse(startTime) < now
  const isNamed = show.name !== event.title
  return (
    <RowCard
      to={pages.show.href(show)}
      title={show.name}
      thumb={<Picture name={event.imageName} alt="" ratio={16 / 9} sizes={THUMB_SIZES} title={event.title} />}
      end={
        <div className={classes['end']}>
          <Text fw={600} fz="lg">
            {texts.priceFrom(euro(show.priceFrom))}
          </Text>
          {availability && availability !== 'FREE' && (
            <Text size="sm" data-left={availability} className={classes['left']}>
              {leftText(show, now)}
            </Text>
          )}
        </div>
      }
    >
      {isNamed && <Text fw={500}>{event.title}</Text>}
      <Text size="sm">
        <Dotted>
          <time dateTime={startTime}>{showTimeText(startTime, location.timeZone)}</time>
          {!isAtKnownPlace && `${location.name}, ${location.city}`}
        </Dotted>
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

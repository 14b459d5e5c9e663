import { Skeleton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { pages } from '#contract/pages.ts'
import { artistName } from '#domain/artist-name.ts'
import { euro } from '#domain/money.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'
import { isKnownByShow } from '#domain/shows/show-title.ts'
import { Dotted } from '#client/ui/dotted.tsx'
import { PlainLink } from '#client/ui/links.tsx'
import { leftText } from './left-text.ts'
import type { Show } from './shows.queries.ts'
import { texts } from './shows.texts.ts'
import classes from './show-row.module.css'

/** Shows a show of an event in one row. Its time is the link, for matches and concerts its name. */
export function ShowRow({ show }: { readonly show: Show }) {
  const { event, location, startTime, availability, name } = show
  const [now] = useState(Date.now)
  const time = <time dateTime={startTime}>{showTimeText(startTime, location.timeZone)}</time>
  const isNamed = name !== event.title
  const isLedByName = isNamed && isKnownByShow(event)
  const link = (
    <PlainLink to={pages.show.href(show)} className={classes['link']}>
      {isLedByName ? name : time}
    </PlainLink>
  )
  return (
    <article className={classes['row']} data-is-led-by-name={isLedByName || undefined}>
      <div className={classes['time']}>{isLedByName ? time : link}</div>
      <div className={classes['what']}>
        {isLedByName ? link : isNamed && <span className={classes['name']}>{name}</span>}
        <span className={classes['place']}>
          <Dotted>
            {`${location.name}, ${location.city}`}
            {texts.with(artistName(show.artist))}
          </Dotted>
        </span>
      </div>
      <div className={classes['end']}>
        <span className={classes['price']}>{texts.priceFrom(euro(show.priceFrom))}</span>
        <span className={classes['left']} data-left={availability}>
          {availability ? leftText(show, now) : Date.parse(startTime) < now && texts.past}
        </span>
      </div>
      <IconChevronRight size={20} className={classes['go']} aria-hidden />
    </article>
  )
}

/** Shown while a row loads. */
export function ShowRowSkeleton() {
  return (
    <div className={classes['row']}>
      <div className={classes['time']}>
        <Skeleton h="0.875rem" w="9rem" />
      </div>
      <div className={classes['what']}>
        <Skeleton h="0.75rem" w="min(16rem, 80%)" />
      </div>
      <div className={classes['end']}>
        <Skeleton h="0.875rem" w="4.5rem" />
      </div>
    </div>
  )
}

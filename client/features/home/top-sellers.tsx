import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import type { EventType } from '#domain/shows/event-types.ts'
import { euro } from '#domain/money.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'
import { eventTypeChoices, eventTypeNames } from '#client/names/event-type-names.ts'
import { Picture } from '#client/picture.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ButtonLink, PlainLink } from '#client/ui/links.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { topEventsQuery, type TopEvent } from './home.queries.ts'
import { texts } from './home.texts.ts'
import classes from './top-sellers.module.css'

const ROWS = 10

type Props = { readonly type: EventType | undefined; readonly onChoose: (type: string) => void }

/** Shows the top sellers of the last 30 days in two columns of five. */
export function TopSellers({ type, onChoose }: Props) {
  const { data, isLoadingError, isPlaceholderData, refetch } = useQuery(topEventsQuery(type))
  return (
    <section aria-labelledby="top-sellers">
      <div className={classes['head']}>
        <Title order={2} id="top-sellers" aria-live="polite">
          {texts.topSellers(type ? eventTypeNames[type] : texts.allTypes)}
        </Title>
        <SelectField
          label={texts.typeFilter}
          data={eventTypeChoices}
          value={type ?? ''}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
      </div>
      {isLoadingError ? (
        <LoadFailed onRetry={refetch} />
      ) : data?.elements.length === 0 ? (
        <EmptyState text={texts.nothingSold}>
          <ButtonLink to={pages.searchEvents.href()} search={{ type }} variant="default">
            {texts.searchEvents}
          </ButtonLink>
        </EmptyState>
      ) : (
        <ol className={classes['list']} aria-busy={!data || isPlaceholderData}>
          {data ? (
            data.elements.map((event, index) => (
              <Entry key={event.id} event={event} rank={index + 1} most={mostOf(data.elements)} />
            ))
          ) : (
            <Waiting />
          )}
        </ol>
      )}
    </section>
  )
}

type EntryProps = { readonly event: TopEvent; readonly rank: number; readonly most: number }

function Entry({ event, rank, most }: EntryProps) {
  return (
    <li className={classes['entry']}>
      <span className={classes['rank']} aria-hidden>
        {rank}
      </span>
      <div className={classes['poster']}>
        <Picture name={event.imageName} alt="" ratio={16 / 9} sizes="5rem" title="" />
      </div>
      <div className={classes['words']}>
        <PlainLink to={pages.event.href(event)} className={classes['link']}>
          {event.title}
        </PlainLink>
        <span className={classes['sold']}>
          {eventTypeNames[event.type]} · {texts.sold(event.ticketsSold)}
        </span>
        {event.coming && (
          <span className={classes['next']}>
            <time dateTime={event.coming.next.startTime}>
              {showTimeText(event.coming.next.startTime, event.coming.next.timeZone)}
            </time>
            <span>{event.coming.next.city}</span>
            <span>{texts.priceFrom(euro(event.coming.priceFrom))}</span>
          </span>
        )}
        <span className={classes['bar']} aria-hidden>
          <span style={{ inlineSize: `${(event.ticketsSold / most) * 100}%` }} />
        </span>
      </div>
    </li>
  )
}

function Waiting() {
  return Array.from({ length: ROWS }, (_, index) => (
    <li key={index} className={classes['entry']}>
      <span />
      <Skeleton style={{ aspectRatio: 16 / 9 }} />
      <div className={classes['words']}>
        <Skeleton h="1rem" my="0.125rem" w="65%" />
        <Skeleton h="0.875rem" my="0.25rem" w="45%" />
        <Skeleton h="0.875rem" my="0.25rem" w="70%" />
        <span className={classes['bar']} />
      </div>
    </li>
  ))
}

function mostOf(events: readonly TopEvent[]): number {
  return Math.max(1, ...events.map(({ ticketsSold }) => ticketsSold))
}

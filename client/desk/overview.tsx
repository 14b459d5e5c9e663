import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import { displayedDay } from '#domain/time/displayed-day.ts'
import { euro } from '#domain/money.ts'
import { numberText } from '#domain/number-text.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { placeCountsText, takenOf } from '#domain/tickets/place-counts.ts'
import { CardSkeleton } from '#client/ui/cards/card-skeleton.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { ShowMoment } from '#client/ui/moment.tsx'
import { DayChart } from './day-chart.tsx'
import { FiguresTable } from './figures-table.tsx'
import { FirstSteps } from './first-steps.tsx'
import {
  type Figures,
  lastDaysQuery,
  type NextShow,
  nextShowsQuery,
  type Overview,
  overviewQuery,
} from './overview.queries.ts'
import { texts } from './overview.texts.ts'
import classes from './overview.module.css'

/** Shows the first steps of a new shop, the next shows, what waits for an administrator, and the last 30 days. */
export function DeskOverview() {
  const counted = useQuery(overviewQuery)
  const summed = useQuery(lastDaysQuery)
  return (
    <Stack gap="lg">
      {counted.data && <FirstSteps has={counted.data.has} />}
      <div className={classes['overview']}>
        <NextShows />
        <Stack gap="lg">
          {counted.isPending && <CardSkeleton height="6.5rem" lines={1} />}
          {counted.isLoadingError && <LoadFailed onRetry={counted.refetch} />}
          {counted.data && <Waiting waiting={counted.data.waiting} />}
          {summed.isPending && <CardSkeleton height="23.5rem" lines={1} />}
          {summed.isLoadingError && <LoadFailed onRetry={summed.refetch} />}
          {summed.data && <Sales {...summed.data} />}
        </Stack>
      </div>
    </Stack>
  )
}

function NextShows() {
  const { data, isPending, isLoadingError, refetch } = useQuery(nextShowsQuery)
  if (isPending) return <CardSkeleton height="32rem" lines={10} />
  if (isLoadingError) return <LoadFailed onRetry={refetch} />
  if (!data) return null
  return (
    <Card as="section">
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2} size="h3">
          {texts.next}
        </Title>
        <TextLink to={pages.adminShows.href()} size="sm">
          {texts.allShows}
        </TextLink>
      </Group>
      {data.elements.length === 0 && <Text>{texts.noShows}</Text>}
      <ul className={classes['shows']}>
        {data.elements.map((show) => (
          <li key={show.id}>
            <Show show={show} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Show({ show }: { readonly show: NextShow }) {
  const { event, name, startTime, location, sold, free, isCancelled } = show
  const capacity = takenOf(show) + free
  return (
    <>
      <TextLink to={pages.editShow.href(show)}>{showNameOf({ eventTitle: event.title, name })}</TextLink>
      <Text size="sm" c="dimmed">
        <ShowMoment at={startTime} zone={location.timeZone} /> · {location.name}
      </Text>
      <Group gap="0.25rem 0.75rem" fz="sm">
        <Text size="sm">{isCancelled ? texts.cancelled : placeCountsText(show)}</Text>
        <TextLink size="sm" to={pages.showFigures.href(show)}>
          {texts.figures}
        </TextLink>
      </Group>
      {!isCancelled && capacity > 0 && (
        <div className={classes['bar']} aria-hidden>
          <div style={{ width: `${(100 * sold) / capacity}%` }} />
        </div>
      )}
    </>
  )
}

/** The lists of nothing but what waits, where there are such lists. */
const lists = {
  products: { to: pages.adminMerchandise.href(), search: { publication: 'PENDING' } },
  payments: { to: pages.adminPayments.href(), search: { needsSomebody: true } },
  movements: { to: pages.bankMovements.href(), search: { needsSomebody: true } },
  failedMails: undefined,
  cancellations: undefined,
  conflicts: undefined,
} as const satisfies Record<keyof Overview['waiting'], unknown>
const kinds = Object.keys(lists) as (keyof typeof lists)[]

function Waiting({ waiting }: { readonly waiting: Overview['waiting'] }) {
  const waits = kinds.filter((kind) => waiting[kind] > 0)
  return (
    <Card as="section">
      <Title order={2} size="h3" mb="sm">
        {texts.waiting}
      </Title>
      {waits.length === 0 ? (
        <Text>{texts.nothingWaits}</Text>
      ) : (
        <ul className={classes['waits']}>
          {waits.map((kind) => {
            const text = texts[kind](waiting[kind])
            const list = lists[kind]
            return <li key={kind}>{list ? <TextLink {...list}>{text}</TextLink> : text}</li>
          })}
        </ul>
      )}
    </Card>
  )
}

function Sales({ days, total }: Pick<Figures, 'days' | 'total'>) {
  const hasSales = total.ticketsSold > 0 || total.sales > 0 || total.refunds > 0
  return (
    <Card as="section">
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2} size="h3">
          {texts.lastDays}
        </Title>
        <TextLink to={pages.figures.href()} size="sm">
          {texts.allFigures}
        </TextLink>
      </Group>
      <Text mb="sm">{texts.sums(total.ticketsSold, total.sales, total.refunds)}</Text>
      <DayChart
        label={texts.lastDays}
        names={{ up: texts.sold, down: texts.refunded }}
        bars={days.map(({ day, sales, refunds }) => ({ name: displayedDay(day), up: sales, down: refunds }))}
      />
      {hasSales && (
        <Disclosure label={texts.byDay}>
          <FiguresTable
            label={texts.lastDays}
            head={[texts.day, texts.tickets, texts.sold, texts.refunded]}
            rows={days
              .toReversed()
              .map(({ day, ticketsSold, sales, refunds }) => [
                displayedDay(day),
                numberText(ticketsSold),
                euro(sales),
                euro(refunds),
              ])}
          />
        </Disclosure>
      )}
    </Card>
  )
}

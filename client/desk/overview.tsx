import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import { type Cents, euro, sumOf } from '#domain/money.ts'
import { numberText } from '#domain/number-text.ts'
import { showNameOf } from '#domain/show-name.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { FiguresTable } from './figures-table.tsx'
import { type NextShow, nextShowsQuery, type Overview, overviewQuery } from './overview.queries.ts'
import { texts } from './overview.texts.ts'
import classes from './overview.module.css'

/** Shows the next shows with how they sell, what waits for an administrator, and the sales of the last 30 days. */
export function DeskOverview() {
  const { data: overview } = useQuery(overviewQuery)
  return (
    <div className={classes['overview']}>
      <NextShows />
      <Stack gap="lg">
        {overview && <Waiting waiting={overview.waiting} />}
        {overview && <Sales days={overview.days} />}
      </Stack>
    </div>
  )
}

function NextShows() {
  const { data } = useQuery(nextShowsQuery)
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
  const { event, name, startTime, location, sold, reserved, free, isCancelled } = show
  const capacity = sold + reserved + free
  return (
    <>
      <TextLink to={pages.editShow.href(show)}>{showNameOf({ eventTitle: event.title, name })}</TextLink>
      <Text size="sm" c="dimmed">
        <Moment at={startTime} zone={location.timeZone} /> · {location.name}
      </Text>
      <Text size="sm">{isCancelled ? texts.cancelled : texts.sales(show)}</Text>
      {!isCancelled && capacity > 0 && (
        <div className={classes['bar']} aria-hidden>
          <div style={{ width: `${(100 * sold) / capacity}%` }} />
        </div>
      )}
    </>
  )
}

function Waiting({ waiting }: { readonly waiting: Overview['waiting'] }) {
  const waits = texts.waits(waiting)
  return (
    <Card as="section">
      <Title order={2} size="h3" mb="sm">
        {texts.waiting}
      </Title>
      {waits.length === 0 ? (
        <Text>{texts.nothingWaits}</Text>
      ) : (
        <ul className={classes['waits']}>
          {waits.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Sales({ days }: { readonly days: Overview['days'] }) {
  const most = Math.max(1, ...days.map(({ sales }) => sales))
  const total = (what: 'sales' | 'refunds'): Cents => sumOf(days.map((day) => day[what]))
  const tickets = days.reduce((sum, day) => sum + day.tickets, 0)
  return (
    <Card as="section">
      <Title order={2} size="h3" mb="sm">
        {texts.lastDays}
      </Title>
      <Text>{texts.sums(tickets, total('sales'), total('refunds'))}</Text>
      <div className={classes['days']} aria-hidden>
        {days.map(({ day, sales }) => (
          <div key={day} title={`${day}: ${euro(sales)}`} style={{ height: `${(100 * sales) / most}%` }} />
        ))}
      </div>
      <Disclosure label={texts.byDay}>
        <FiguresTable
          label={texts.lastDays}
          head={[texts.day, texts.tickets, texts.sold, texts.refunded]}
          rows={days
            .toReversed()
            .map(({ day, tickets: count, sales, refunds }) => [day, numberText(count), euro(sales), euro(refunds)])}
        />
      </Disclosure>
    </Card>
  )
}

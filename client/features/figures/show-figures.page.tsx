import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import type { ShowId } from '#domain/ids.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { ShowMoment } from '#client/ui/moment.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { FiguresByDay } from './figures-by-day.tsx'
import { type ShowFigures, showFiguresQuery } from './figures.queries.ts'
import { texts } from './figures.texts.ts'
import { Sums, sumsOfMoney, sumsOfPlaces, sumsOfTickets } from './sums.tsx'
import classes from './figures.module.css'

/** Shows how a show sells: places, invoices and points. */
export function ShowFiguresPage() {
  const id = useIdParam(pages.showFigures)
  return id === undefined ? <NotFoundPage /> : <KnownShow id={id} />
}

function KnownShow({ id }: { readonly id: ShowId }) {
  const list = { to: pages.adminShows.href(), title: pages.adminShows.title }
  return (
    <DeskRecord
      record={{ kind: 'SHOW', id }}
      title={texts.showTitle}
      query={useQuery(showFiguresQuery(id))}
      list={list}
    >
      {(figures) => <Found figures={figures} />}
    </DeskRecord>
  )
}

function Found({ figures: { show, places, total, days } }: { readonly figures: ShowFigures }) {
  return (
    <Stack gap="lg" className={classes['page']}>
      <div>
        <PageHeading title={texts.showTitle} />
        <Text size="lg" fw={600}>
          {showNameOf(show)}
        </Text>
        <Text c="dimmed">
          <ShowMoment at={show.startTime} zone={show.timeZone} /> ·{' '}
          <TextLink to={pages.editShow.href(show)}>{texts.toShow}</TextLink>
        </Text>
      </div>
      <Card as="section">
        <Title order={2} size="h3" mb="sm">
          {texts.places}
        </Title>
        <Sums label={texts.places} sums={[...sumsOfPlaces(places)]} />
      </Card>
      <Card as="section">
        <Title order={2} size="h3" mb="sm">
          {texts.total}
        </Title>
        <Sums label={texts.total} sums={[...sumsOfMoney(total), ...sumsOfTickets(total)]} />
      </Card>
      {days.length > 0 ? <FiguresByDay days={days} /> : <Text>{texts.nothingOfShow}</Text>}
    </Stack>
  )
}

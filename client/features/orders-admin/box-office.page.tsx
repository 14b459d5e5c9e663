import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import { listAdminShows } from '#contract/admin-shows.ts'
import { showNameOf } from '#domain/show-name.ts'
import { placeCountsText } from '#domain/place-counts.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { DeskList } from '#client/desk/desk-list.tsx'
import { WhenFilter } from '#client/desk/when-filter.tsx'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { type DeskShow, deskShowsQuery } from './orders-admin.queries.ts'
import { texts } from './orders-admin.texts.ts'
import classes from './orders-admin.module.css'

/** Lists the shows for staff, each with its plan to sell from and its door list. */
export function BoxOfficePage() {
  const { query, filterBy, refineBy, goToPage } = useUrlQuery(listAdminShows.query)
  const { text, when, eventId } = query
  return (
    <DeskList
      title={pages.boxOffice.title}
      search={{ label: texts.searchShows, text }}
      onSearch={(wanted) => refineBy({ when, eventId, text: wanted })}
      list={useQuery(deskShowsQuery(query))}
      pageIndex={query.pageIndex}
      onGo={goToPage}
      empty={texts.noShows}
      none={texts.noShowsYet}
      filters={<WhenFilter value={when} onFilter={(wanted) => filterBy({ text, eventId, when: wanted })} />}
    >
      {(show) => <ShowToSell show={show} />}
    </DeskList>
  )
}

function ShowToSell({ show }: { readonly show: DeskShow }) {
  const { event, location } = show
  return (
    <RowCard
      to={pages.sellTickets.href(show)}
      title={showNameOf({ eventTitle: event.title, name: show.name })}
      overline={<Moment at={show.startTime} zone={location.timeZone} />}
    >
      <Text size="sm" c="dimmed">
        {location.name}, {location.city}
      </Text>
      <Text size="sm">{show.isCancelled ? texts.isCancelled : placeCountsText(show)}</Text>
      <Group gap="md" className={classes['links'] ?? ''}>
        <TextLink to={pages.doorList.href(show)} size="sm">
          {texts.doorList}
        </TextLink>
        <TextLink to={pages.orders.href()} search={{ showId: show.id }} size="sm">
          {texts.orders}
        </TextLink>
      </Group>
    </RowCard>
  )
}

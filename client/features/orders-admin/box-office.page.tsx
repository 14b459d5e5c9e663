import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import { listAdminShows } from '#contract/admin-shows.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { type DeskShow, deskShowsQuery } from '#client/desk/desk-shows.queries.ts'
import { DeskList } from '#client/desk/desk-list.tsx'
import { ShowRowCard } from '#client/desk/show-row-card.tsx'
import { WhenFilter } from '#client/desk/when-filter.tsx'
import { TextLink } from '#client/ui/links.tsx'
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
  return (
    <ShowRowCard show={show} to={pages.sellTickets.href(show)}>
      <Group gap="md" className={classes['links'] ?? ''}>
        <TextLink to={pages.doorList.href(show)} size="sm">
          {texts.doorList}
        </TextLink>
        <TextLink to={pages.showEntry.href(show)} size="sm">
          {texts.entry}
        </TextLink>
        <TextLink to={pages.orders.href()} search={{ showId: show.id }} size="sm">
          {texts.orders}
        </TextLink>
      </Group>
    </ShowRowCard>
  )
}

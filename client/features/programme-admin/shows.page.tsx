import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listAdminShows } from '#contract/admin-shows.ts'
import { pages } from '#contract/pages.ts'
import { artistName } from '#domain/artist-name.ts'
import { showNameOf } from '#domain/show-name.ts'
import { placeCountsText } from '#domain/place-counts.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { DeskList } from '#client/desk/desk-list.tsx'
import { PublicationBadge } from '#client/desk/publication-badge.tsx'
import { PublicationFilter } from '#client/desk/publication-filter.tsx'
import { WhenFilter } from '#client/desk/when-filter.tsx'
import { publicationFilterChoices } from '#client/desk/publication.texts.ts'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { type AdminShow, showsQuery } from './shows.queries.ts'
import { texts } from './desk.texts.ts'

/** Lists the shows at the desk, with how they sell. */
export function ShowsPage() {
  const { query, filterBy, refineBy, goToPage } = useUrlQuery(listAdminShows.query)
  const { pageIndex, ...filters } = query
  const { text, when, publication } = filters
  return (
    <DeskList
      title={pages.adminShows.title}
      csv={{ list: 'shows', filters: query }}
      creation={{ to: pages.createShow.href(), title: pages.createShow.title }}
      search={{ label: texts.searchShows, text }}
      onSearch={(wanted) => refineBy({ ...filters, text: wanted })}
      list={useQuery(showsQuery(query))}
      pageIndex={pageIndex}
      onGo={goToPage}
      empty={texts.noShows}
      filters={
        <>
          <WhenFilter value={when} onFilter={(wanted) => filterBy({ ...filters, when: wanted })} />
          <PublicationFilter
            choices={publicationFilterChoices}
            value={publication}
            onFilter={(wanted) => filterBy({ ...filters, publication: wanted })}
          />
        </>
      }
    >
      {(show) => <ShowOfList show={show} />}
    </DeskList>
  )
}

function ShowOfList({ show }: { readonly show: AdminShow }) {
  const { event, location, artist } = show
  return (
    <RowCard
      to={pages.editShow.href(show)}
      title={showNameOf({ eventTitle: event.title, name: show.name })}
      overline={<Moment at={show.startTime} zone={location.timeZone} />}
      end={show.publication !== 'PUBLISHED' && !show.isCancelled && <PublicationBadge state={show.publication} />}
    >
      <Text size="sm" c="dimmed">
        {location.name}, {location.city} · {artistName(artist)}
      </Text>
      <Text size="sm">{show.isCancelled ? texts.cancelled : placeCountsText(show)}</Text>
    </RowCard>
  )
}

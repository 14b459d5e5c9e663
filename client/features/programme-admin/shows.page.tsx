import { useQuery } from '@tanstack/react-query'
import { listAdminShows } from '#contract/admin-shows.ts'
import { pages } from '#contract/pages.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { deskShowsQuery } from '#client/desk/desk-shows.queries.ts'
import { DeskList } from '#client/desk/desk-list.tsx'
import { PublicationFilter } from '#client/desk/publication-filter.tsx'
import { ShowRowCard } from '#client/desk/show-row-card.tsx'
import { WhenFilter } from '#client/desk/when-filter.tsx'
import { publicationFilterChoices } from '#client/desk/publication.texts.ts'
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
      list={useQuery(deskShowsQuery(query))}
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
      {(show) => <ShowRowCard show={show} to={pages.editShow.href(show)} />}
    </DeskList>
  )
}

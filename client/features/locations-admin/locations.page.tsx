import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listAdminLocations } from '#contract/admin-locations.ts'
import { pages } from '#contract/pages.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { DeskList } from '#client/desk/desk-list.tsx'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import { locationsQuery } from './locations-admin.queries.ts'
import { texts } from './locations-admin.texts.ts'

/** Lists the locations at the desk. */
export function LocationsPage() {
  const { query, refineBy, goToPage } = useUrlQuery(listAdminLocations.query)
  return (
    <DeskList
      title={pages.locations.title}
      csv={{ list: 'locations', filters: query }}
      creation={{ to: pages.createLocation.href(), title: pages.createLocation.title }}
      search={{ label: texts.search, text: query.name }}
      onSearch={(name) => refineBy({ name })}
      list={useQuery(locationsQuery(query))}
      pageIndex={query.pageIndex}
      onGo={goToPage}
      empty={texts.none}
    >
      {(location) => (
        <RowCard to={pages.editLocation.href(location)} title={location.name}>
          <Text size="sm" c="dimmed">
            {texts.cityAndUse(location)}
          </Text>
        </RowCard>
      )}
    </DeskList>
  )
}

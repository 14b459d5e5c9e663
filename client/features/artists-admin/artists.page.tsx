import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listAdminArtists } from '#contract/admin-artists.ts'
import { pages } from '#contract/pages.ts'
import { artistName } from '#domain/artist-name.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { DeskList } from '#client/desk/desk-list.tsx'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import { artistsQuery } from './artists-admin.queries.ts'
import { texts } from './artists-admin.texts.ts'

/** Lists the artists at the desk. */
export function ArtistsPage() {
  const { query, refineBy, goToPage } = useUrlQuery(listAdminArtists.query)
  return (
    <DeskList
      title={pages.artists.title}
      csv={{ list: 'artists', filters: query }}
      creation={{ to: pages.createArtist.href(), title: pages.createArtist.title }}
      search={{ label: texts.search, text: query.name }}
      onSearch={(name) => refineBy({ name })}
      list={useQuery(artistsQuery(query))}
      pageIndex={query.pageIndex}
      onGo={goToPage}
      empty={texts.none}
    >
      {(artist) => (
        <RowCard to={pages.editArtist.href(artist)} title={artistName(artist)}>
          <Text size="sm" c="dimmed">
            {texts.shows(artist.shows)}
          </Text>
        </RowCard>
      )}
    </DeskList>
  )
}

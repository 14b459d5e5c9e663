import { useQueries } from '@tanstack/react-query'
import { Stack } from '@mantine/core'
import { pages } from '#contract/pages.ts'
import { TextLink } from '#client/ui/links.tsx'
import { locationsNamedQuery, showsByArtistQuery, showsNamedQuery } from './events.queries.ts'
import { texts } from './events.texts.ts'

/** Looks for the words of a search for events among locations, artists and shows, and links to what it finds. */
export function FoundElsewhere({ words }: { readonly words: string }) {
  const [locations, byArtist, named] = useQueries({
    queries: [locationsNamedQuery(words), showsByArtistQuery(words), showsNamedQuery(words)],
  })
  const found = [
    { list: locations.data, text: texts.locationsNamed, to: pages.searchLocations.href(), search: { name: words } },
    { list: byArtist.data, text: texts.showsByArtist, to: pages.searchShows.href(), search: { artistName: words } },
    { list: named.data, text: texts.showsNamed, to: pages.searchShows.href(), search: { name: words } },
  ].filter(({ list }) => list && list.total > 0)
  return (
    <Stack component="output" gap="xs" align="center" ta="center">
      {found.map(({ list, text, to, search }) => (
        <TextLink key={`${to} ${Object.keys(search)}`} to={to} search={search} underline="always">
          {text(list?.total ?? 0, words)}
        </TextLink>
      ))}
    </Stack>
  )
}

import { useQueries } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import { WaysOn } from '#client/ui/lists/ways-on.tsx'
import { locationsNamedQuery, showsByArtistQuery, showsNamedQuery } from './events.queries.ts'
import { texts } from './events.texts.ts'

/** Looks for the words of a search for events among locations, artists and shows, and links to what it finds. */
export function FoundElsewhere({ words }: { readonly words: string }) {
  const [locations, byArtist, named] = useQueries({
    queries: [locationsNamedQuery(words), showsByArtistQuery(words), showsNamedQuery(words)],
  })
  const ways = [
    { list: locations.data, text: texts.locationsNamed, to: pages.searchLocations.href(), search: { name: words } },
    { list: byArtist.data, text: texts.showsByArtist, to: pages.searchShows.href(), search: { artistName: words } },
    { list: named.data, text: texts.showsNamed, to: pages.searchShows.href(), search: { name: words } },
  ].flatMap(({ list, text, to, search }) => (list?.total ? [{ to, search, text: text(list.total, words) }] : []))
  return <WaysOn ways={ways} />
}

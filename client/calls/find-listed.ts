import type { QueryClient, QueryKey } from '@tanstack/react-query'

type Record = { readonly id: number }
/** The answer of a list, or of a list of parts that have records each. */
type Listed<Found> = { readonly elements?: readonly (Found | { readonly shows: readonly Found[] })[] }

/**
 * Finds a record in the cached lists whose keys begin with one of these, so that a page can show it before its own
 * answer has arrived. Undefined if no list has it.
 */
export function findListed<Found extends Record>(
  client: QueryClient,
  keys: readonly QueryKey[],
  id: Found['id'],
): Found | undefined {
  const lists = keys.flatMap((queryKey) => client.getQueriesData<Listed<Found>>({ queryKey }))
  return lists
    .flatMap(([, list]) => list?.elements ?? [])
    .flatMap((element) => ('shows' in element ? element.shows : element))
    .find((record) => record.id === id)
}

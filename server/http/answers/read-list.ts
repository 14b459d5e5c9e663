import { withoutConnection } from '#server/concurrency/without-connection.ts'
import type { AppContext } from '#server/context.ts'
import { isSearch } from './is-search.ts'

/**
 * Reads a list that is not kept for others: a search when it is the turn of the client network, else at once. Few
 * searches run at once, so that slow ones leave the database to other reads. Their requests leave their room in the
 * server to others. Throws `busy` if the turn does not come in time.
 */
export function readList<Result>(
  { lanes }: Pick<AppContext, 'lanes'>,
  query: unknown,
  read: () => Promise<Result>,
): Promise<Result> {
  return isSearch(query) ? withoutConnection((network) => lanes.searches.run(network, read)) : read()
}

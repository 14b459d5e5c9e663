import { AsyncLocalStorage } from 'node:async_hooks'
import { withoutConnection } from '#server/concurrency/without-connection.ts'
import type { AppContext } from '#server/context.ts'
import { isSearch } from './is-search.ts'

/**
 * Runs a search when it is the turn of a client network: few run at once, so that slow ones leave the database to other
 * reads. Its requests leave their room in the server to others meanwhile (`withoutConnection`). Throws `busy` if the
 * turn does not come in time.
 */
export function inSearchTurn<Result>(
  { lanes }: Pick<AppContext, 'lanes'>,
  network: string,
  search: () => Promise<Result>,
): Promise<Result> {
  // The queue calls in the asynchronous context of the search before.
  const inOwnContext = AsyncLocalStorage.snapshot()
  return lanes.searches.run(network, () => inOwnContext(search))
}

/** Reads a list that is not kept for others: a search when it is the turn of the client network, else at once. */
export function readList<Result>(
  context: Pick<AppContext, 'lanes'>,
  query: unknown,
  read: () => Promise<Result>,
): Promise<Result> {
  return isSearch(query) ? withoutConnection((network) => inSearchTurn(context, network, read)) : read()
}

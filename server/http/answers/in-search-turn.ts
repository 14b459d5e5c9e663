import { AsyncLocalStorage } from 'node:async_hooks'
import type { AppContext } from '#server/context.ts'
import { withoutConnection } from '#server/concurrency/without-connection.ts'

/**
 * Runs a search when it is the turn of the client network: few run at once, so that slow ones leave the database to
 * other reads. Its request leaves its room in the server to others meanwhile. Throws `busy` if the turn does not come
 * in time.
 */
export function inSearchTurn<Result>(
  { lanes }: Pick<AppContext, 'lanes'>,
  search: () => Promise<Result>,
): Promise<Result> {
  // The queue calls in the asynchronous context of the search before.
  const inOwnContext = AsyncLocalStorage.snapshot()
  return withoutConnection((network) => lanes.searches.run(network, () => inOwnContext(search)))
}

import type { z } from 'zod/mini'
import type { Endpoint, EndpointAccess } from '#contract/endpoint.ts'
import { cacheForTenTimesItsCost, type Remember } from '#server/concurrency/async-cache.ts'
import { withoutConnection } from '#server/concurrency/without-connection.ts'
import type { AppContext } from '#server/context.ts'
import { inSearchTurn } from './in-search-turn.ts'
import { isSearch } from './is-search.ts'
import { PreparedAnswer } from './prepared-answer.ts'

/** The shortest life of a list. Sales show in lists after this time at the latest, if reading them is cheap. */
const LEAST_MS = 1_000
/** Lists of one call that are kept, each for other parameters. */
const MAX_LISTS = 300
/** Parts of lists of one call that are kept. */
const MAX_PARTS = 50

/**
 * Returns a function that answers a call whose reply is the same for all who ask: with a list, or an expensive record,
 * of a second ago, or of ten times as long as reading it took. Changes by administrators and staff show at once, at
 * other servers as soon as they hear of them. Clients keep the answer and revalidate it by its ETag. `load` gets the
 * query, unless it asks for something else, and remembers parts that all pages of a list have in common, such as its
 * length, for as long, so a list may be twice as old in these. Searches are loaded in turns of client networks, and all
 * who wait for one leave their room in the server to others.
 */
export function cachedList<
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
  Access extends EndpointAccess,
  Asked = z.output<Query>,
>(
  { bus, lanes }: Pick<AppContext, 'bus' | 'lanes'>,
  { reply }: Endpoint<Params, Query, Body, Reply, Access>,
  load: (asked: Asked, remember: Remember) => Promise<z.input<Reply>>,
): (asked: Asked) => Promise<PreparedAnswer> {
  const parts = cacheForTenTimesItsCost(({ read }: { key: string; read: () => Promise<unknown> }) => read(), {
    ...{ keyOf: ({ key }) => key, max: MAX_PARTS, leastMs: LEAST_MS },
  })
  const remember: Remember = <Value>(key: string, read: () => Promise<Value>) => parts({ key, read }) as Promise<Value>
  const write = async (asked: Asked) => PreparedAnswer.ofJson(reply.parse(await load(asked, remember)))
  const clear = () => {
    parts.clear()
    answers.clear()
  }
  const answers = cacheForTenTimesItsCost(
    ({ asked, network }: { asked: Asked; network?: string }, begin) => {
      if (network === undefined) return write(asked)
      return inSearchTurn({ lanes }, network, () => {
        begin()
        return write(asked)
      })
    },
    { keyOf: ({ asked }) => JSON.stringify(asked), max: MAX_LISTS, leastMs: LEAST_MS },
  )
  bus.subscribe({
    onPublished: (changes) => {
      if (changes.some(({ what }) => what === 'LISTS')) clear()
    },
    onGap: clear,
  })
  return (asked) => (isSearch(asked) ? withoutConnection((network) => answers({ asked, network })) : answers({ asked }))
}

import type { z } from 'zod/mini'
import type { Endpoint, EndpointAccess } from '#contract/endpoint.ts'
import { cacheForTenTimesItsCost, type Remember } from '#server/concurrency/async-cache.ts'
import { sharedReads } from '#server/concurrency/shared-reads.ts'
import { withoutConnection } from '#server/concurrency/without-connection.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/connection.ts'
import { isSearch } from './is-search.ts'
import { PreparedAnswer } from './prepared-answer.ts'

/** The shortest life of a list. Sales show in lists after this time at the latest, if reading them is cheap. */
const LEAST_MS = 1_000
/** Lists of one call that are kept, each for other parameters. */
const MAX_LISTS = 300
/** Parts of lists of one call that are kept for each database. */
const MAX_PARTS = 50

/**
 * Returns a function that answers a call whose reply is the same for all who ask: with a list, or an expensive record,
 * of a second ago, or of ten times as long as reading it took. Changes by administrators and staff show at once, at
 * other servers as soon as they hear of them. Clients keep the answer and revalidate it by its ETag. `load` gets the
 * query, unless it asks for something else, and remembers parts that all pages of a list have in common, such as its
 * length, for as long, so a list may be twice as old in these. Each database has parts of its own, because the primary
 * repeats a read of which a replica does not tell the end. Searches are loaded in turns of client networks, of all that
 * wait for it the first, and leave their room in the server to others.
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
  load: (asked: Asked, rememberAt: (db: Db) => Remember) => Promise<z.input<Reply>>,
): (asked: Asked) => Promise<PreparedAnswer> {
  let partsOf = new WeakMap<Db, Remember>()
  const rememberAt = (db: Db): Remember => {
    const remember = partsOf.get(db) ?? rememberParts()
    partsOf.set(db, remember)
    return remember
  }
  const keyOf = (asked: Asked) => JSON.stringify(asked)
  const answers = cacheForTenTimesItsCost(
    async (asked: Asked) => PreparedAnswer.ofJson(reply.parse(await load(asked, rememberAt))),
    { keyOf, max: MAX_LISTS, leastMs: LEAST_MS },
  )
  const search = sharedReads(({ asked }: { asked: Asked; network: string }) => answers(asked), {
    keyOf: ({ asked }) => keyOf(asked),
    queue: lanes.searches,
    laneOf: ({ network }) => network,
  })
  const clear = () => {
    partsOf = new WeakMap()
    answers.clear()
  }
  bus.subscribe({
    onPublished: (changes) => {
      if (changes.some(({ what }) => what === 'LISTS')) clear()
    },
    onGap: clear,
  })
  return (asked) => {
    const state = answers.stateOf(asked)
    if (!isSearch(asked) || state === 'LOADED') return answers(asked)
    return withoutConnection((network) => (state === 'LOADING' ? answers(asked) : search({ asked, network })))
  }
}

function rememberParts(): Remember {
  const parts = cacheForTenTimesItsCost(({ read }: { key: string; read: () => Promise<unknown> }) => read(), {
    ...{ keyOf: ({ key }) => key, max: MAX_PARTS, leastMs: LEAST_MS },
  })
  return <Value>(key: string, read: () => Promise<Value>) => parts({ key, read }) as Promise<Value>
}

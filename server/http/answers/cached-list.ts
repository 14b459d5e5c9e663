import type { z } from 'zod/mini'
import type { Endpoint, EndpointAccess } from '#contract/endpoint.ts'
import { cacheForTenTimesItsCost, type Remember } from '#server/concurrency/async-cache.ts'
import { sharedReads } from '#server/concurrency/shared-reads.ts'
import { networkOfRequest, withoutConnection } from '#server/concurrency/without-connection.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/connection.ts'
import { isSearch } from './is-search.ts'
import { PreparedAnswer } from './prepared-answer.ts'

/** The shortest life of a list, or of a part. Sales show in lists after this time, if reading them is cheap. */
const LEAST_MS = 1_000
/** The longest, also of a list whose reading took longer because the database stood still. */
const MOST_MS = 20_000
/** Lists of one call that are kept, each for other parameters. */
const MAX_LISTS = 300
/** Parts of lists of one call that are kept for each database. */
const MAX_PARTS = 50

/** Reads a list. `inMemory` returns one that needs no reading, to a client network, else undefined. */
export type CachedList<Asked> = ((asked: Asked) => Promise<PreparedAnswer>) & {
  inMemory: (asked: Asked, network: string) => PreparedAnswer | undefined
}

/**
 * Returns a function that answers a call whose reply is the same for all who ask: with a list, or an expensive record,
 * of a second ago, or of twenty times as long as reading it took. Changes by administrators and staff show at once, at
 * other servers as soon as they hear of them. Clients keep the answer and revalidate it by its ETag. `load` gets the
 * query, unless it asks for something else, and remembers parts that all pages of a list have in common, such as its
 * length, for some time, so a list may be older in these. Each database has parts of its own, because the primary
 * repeats a read of which a replica does not tell the end. Searches are loaded in turns of client networks, of all that
 * wait for it the first, and leave their room in the server to others. So is a list that is asked
 * for in the second half of its life, while all get the old one: nobody waits for a list that many ask for.
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
): CachedList<Asked> {
  let partsOf = new WeakMap<Db, Remember>()
  const rememberAt = (db: Db): Remember => {
    const remember = partsOf.get(db) ?? rememberParts()
    partsOf.set(db, remember)
    return remember
  }
  const keyOf = (asked: Asked) => JSON.stringify(asked)
  const answers = cacheForTenTimesItsCost(
    async (asked: Asked) => PreparedAnswer.ofJson(reply.parse(await load(asked, rememberAt))),
    { keyOf, max: MAX_LISTS, leastMs: LEAST_MS / 2, mostMs: MOST_MS / 2, isRenewed: true },
  )
  const inTurn = sharedReads(({ asked }: { asked: Asked; network: string }) => answers.renew(asked), {
    keyOf: ({ asked }) => keyOf(asked),
    queue: lanes.searches,
    laneOf: ({ network }) => network,
  })
  const renewing = new Set<string>()
  const renew = (asked: Asked, network: string) => {
    const key = keyOf(asked)
    if (renewing.has(key) || answers.isLoading(asked)) return
    renewing.add(key)
    const end = () => renewing.delete(key)
    // A list that is not renewed is loaded for the next that ask.
    inTurn({ asked, network }).then(end, end)
  }
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
  const inMemory = (asked: Asked, network: string) => {
    const kept = answers.peek(asked)
    if (kept?.isOld) renew(asked, network)
    return kept?.value
  }
  const read = async (asked: Asked) => {
    const known = inMemory(asked, networkOfRequest())
    if (known) return known
    if (!isSearch(asked)) return answers(asked)
    return withoutConnection((network) => (answers.isLoading(asked) ? answers(asked) : inTurn({ asked, network })))
  }
  return Object.assign(read, { inMemory })
}

function rememberParts(): Remember {
  const parts = cacheForTenTimesItsCost(({ read }: { key: string; read: () => Promise<unknown> }) => read(), {
    ...{ keyOf: ({ key }) => key, max: MAX_PARTS, leastMs: LEAST_MS, mostMs: MOST_MS / 2 },
  })
  return <Value>(key: string, read: () => Promise<Value>) => parts({ key, read }) as Promise<Value>
}

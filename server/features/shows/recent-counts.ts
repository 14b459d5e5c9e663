import { LRUCache } from 'lru-cache'
import type { ShowId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/connection.ts'
import { selectTakenPlaces } from './availability.sql.ts'

type CountTaken = typeof selectTakenPlaces
type Counts = LRUCache<ShowId, Promise<number>>

/** The shortest life of a count. */
const LEAST_MS = 1_000
const LIFE_PER_COST = 10
const MAX_SHOWS = 5_000

/**
 * Returns a function that counts the live tickets of shows for lists and pages. Keeps each count for a second, or for
 * ten times as long as counting took, whatever the filters of the lists: a sold-out stadium has 40,000 tickets, and in
 * a rush its page is asked for without a pause. Concurrent reads of one database share the counting. Forgets all counts
 * with each change by administrators and staff, like the lists do.
 */
export function recentCounts(bus: AppContext['bus'], count: CountTaken = selectTakenPlaces): CountTaken {
  let countsAt = new WeakMap<Db, Counts>()
  const clear = () => {
    countsAt = new WeakMap()
  }
  bus.subscribe({
    onPublished: (changes) => {
      if (changes.some(({ what }) => what === 'LISTS')) clear()
    },
    onGap: clear,
  })

  /** Keeps the count of a show that is being counted, from then on. */
  function keep(counts: Counts, id: ShowId, counting: ReturnType<CountTaken>): Promise<number> {
    const since = performance.now()
    const taken = counting.then((found) => found.get(id) ?? 0)
    const isKept = () => counts.peek(id) === taken
    counts.set(id, taken)
    taken.then(
      () => isKept() && counts.set(id, taken, { ttl: lifeOf(performance.now() - since) }),
      () => isKept() && counts.delete(id),
    )
    return taken
  }

  return async (db, ids) => {
    const counts: Counts = countsAt.get(db) ?? new LRUCache({ max: MAX_SHOWS, perf: performance })
    countsAt.set(db, counts)
    const known = new Map(ids.map((id) => [id, counts.get(id)]))
    const missing = ids.filter((id) => known.get(id) === undefined)
    const counting = missing.length > 0 ? count(db, missing) : Promise.resolve(new Map<ShowId, number>())
    const all = ids.map(async (id) => [id, await (known.get(id) ?? keep(counts, id, counting))] as const)
    return new Map(await Promise.all(all))
  }
}

const lifeOf = (costMs: number) => Math.max(LEAST_MS, LIFE_PER_COST * costMs)

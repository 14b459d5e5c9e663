import { expect, test, vi } from 'vitest'
import type { ShowId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/connection.ts'
import { recentCounts } from './recent-counts.ts'

const db = {} as Db
const ids = (...numbers: readonly number[]) => numbers as unknown as ShowId[]

function givenCounts() {
  const listeners: Parameters<AppContext['bus']['subscribe']>[0][] = []
  const bus = { subscribe: (listener: (typeof listeners)[number]) => listeners.push(listener) }
  const count = vi.fn(async (_db: Db, shows: readonly ShowId[]) => new Map(shows.map((id) => [id, 10 * id])))
  const counts = recentCounts(bus as unknown as AppContext['bus'], count)
  return { counts, count, change: () => listeners[0]?.onPublished([{ what: 'LISTS' }]) }
}

test('counts the tickets of a show once for all lists, also for those at the same time', async () => {
  const { counts, count } = givenCounts()
  const lists = [ids(1, 2), ids(2, 3), ids(1, 3)]
  const found = await Promise.all(lists.map((shows) => counts(db, shows)))
  expect(found.map((taken) => [...taken])).toEqual([
    [
      [1, 10],
      [2, 20],
    ],
    [
      [2, 20],
      [3, 30],
    ],
    [
      [1, 10],
      [3, 30],
    ],
  ])
  expect(count.mock.calls.map(([, shows]) => shows)).toEqual([[1, 2], [3]])
  await counts(db, ids(3, 2, 1))
  expect(count).toHaveBeenCalledTimes(2)
})

test('counts anew after a second, after a change at the desk, and after a failure', async () => {
  const { counts, count, change } = givenCounts()
  await counts(db, ids(1))
  change()
  await counts(db, ids(1))
  expect(count).toHaveBeenCalledTimes(2)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_100)
  await counts(db, ids(1))
  expect(count).toHaveBeenCalledTimes(3)
  vi.restoreAllMocks()
  change()
  count.mockRejectedValueOnce(new Error('The database is away.'))
  await expect(counts(db, ids(1))).rejects.toThrow('away')
  expect([...(await counts(db, ids(1)))]).toEqual([[1, 10]])
})

test('keeps no count that a change at the desk overtook', async () => {
  const { counts, count, change } = givenCounts()
  const counting = Promise.withResolvers<Map<ShowId, number>>()
  count.mockReturnValueOnce(counting.promise)
  const early = counts(db, ids(1))
  change()
  expect([...(await counts(db, ids(1)))]).toEqual([[1, 10]])
  counting.resolve(new Map([[1 as ShowId, 5]]))
  expect([...(await early)]).toEqual([[1, 5]])
  expect([...(await counts(db, ids(1)))]).toEqual([[1, 10]])
})

test('waits for no count of another database, such as of a replica that stands still', async () => {
  const { counts, count } = givenCounts()
  count.mockReturnValueOnce(new Promise(() => undefined))
  void counts(db, ids(1))
  expect([...(await counts({} as Db, ids(1)))]).toEqual([[1, 10]])
})

import type { Figures, ShowFigures } from '#contract/figures.ts'
import { totalOf } from '#domain/accounting/figures.ts'
import type { DayRange } from '#domain/accounting/figures-period.ts'
import type { ShowId } from '#domain/ids.ts'
import { withFree } from '#domain/tickets/place-counts.ts'
import { cacheForTenTimesItsCost } from '#server/concurrency/async-cache.ts'
import type { AppContext } from '#server/context.ts'
import { readBounded } from '#server/db/bounded-read.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { runExclusive } from '#server/concurrency/keyed-mutex.ts'
import { selectSales } from '#server/features/shows/admin-shows.sql.ts'
import { selectComing, selectFigures, selectShowFigures } from './figures.sql.ts'
import { selectToday } from '#server/db/shop-days.sql.ts'

/** Limits one statement. Figures of a million tickets take a few seconds on a busy machine. */
const STATEMENT_MS = 15_000

/** Reads figures one after the other, so that they leave the processors and the connections to sales. */
const read = <Result>(db: Db, work: (tx: Tx) => Promise<Result>) =>
  runExclusive('figures', () => readBounded(db, { statementMs: STATEMENT_MS }, work))

/** Reads the figures of a period. Periods of a large shop are cached for a while. */
export type ReadFigures = (choose: (today: string) => DayRange) => Promise<Figures>

/** Creates the function that reads figures, with its cache. */
export function figuresReader({ db, settings }: Pick<AppContext, 'db' | 'settings'>): ReadFigures {
  const { timeZone } = settings.seller
  const figures = cacheForTenTimesItsCost(
    ({ from, to }: DayRange) =>
      read(db, async (tx) => {
        const found = await selectFigures(tx, { from, to }, timeZone)
        const { shows, ...places } = await selectComing(tx)
        const coming = { shows, ...withFree(places) }
        return { firstDay: from, lastDay: to, total: totalOf(found.days), ...found, coming }
      }),
    { keyOf: ({ from, to }) => `${from} ${to}` },
  )
  return async (choose) => figures(choose(await selectToday(db, timeZone)))
}

/** Reads the figures of a show. Throws `deleted` or `not_found`. */
export function getShowFigures({ db, settings }: AppContext, showId: ShowId): Promise<ShowFigures> {
  return read(db, async (tx) => {
    const record = { kind: 'SHOW', id: showId } as const
    const found = await stillThere(tx, record, await selectShowFigures(tx, showId, settings.seller.timeZone))
    const sales = await stillThere(tx, record, (await selectSales(tx, [showId])).get(showId))
    const { sold, reserved, held, capacity } = sales
    return { ...found, places: withFree({ sold, reserved, held, capacity }), total: totalOf(found.days) }
  })
}

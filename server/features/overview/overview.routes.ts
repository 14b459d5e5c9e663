import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/overview.ts'
import { cacheForTenTimesItsCost } from '#server/async-cache.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { selectSalesByDay, selectWaiting } from './overview.sql.ts'

export function overviewRoutes(app: FastifyInstance, { db, settings }: AppContext): void {
  // Summing up a month of a large shop takes a second.
  const sales = cacheForTenTimesItsCost(() => selectSalesByDay(db, settings.seller.timeZone), { keyOf: () => '' })
  serve(app, contract.getOverview, async () => ({ waiting: await selectWaiting(db), days: await sales(undefined) }))
}

import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/overview.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { selectHas, selectWaiting } from './overview.sql.ts'

export function overviewRoutes(app: FastifyInstance, { db }: AppContext): void {
  serve(app, contract.getOverview, async () => ({ waiting: await selectWaiting(db), has: await selectHas(db) }))
}

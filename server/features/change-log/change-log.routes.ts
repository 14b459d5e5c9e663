import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/change-log.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { selectChanges } from './change-log.sql.ts'

export function changeLogRoutes(app: FastifyInstance, { db }: AppContext): void {
  serve(app, contract.listChanges, ({ query }) => selectChanges(db, query))
}

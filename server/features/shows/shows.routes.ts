import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/shows.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { createShow } from './create-show.ts'
import { getShow } from './get-show.ts'
import { listShows } from './list-shows.ts'

export function showRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, contract.listShows, ({ query }) => listShows(context.db, query))
  serve(app, contract.getShow, ({ params }) => getShow(context, params.id))
  serve(app, contract.createShow, ({ body }) => createShow(context, body))
}

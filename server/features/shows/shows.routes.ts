import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/shows.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { cacheForTenTimesItsCost } from '#server/async-cache.ts'
import { createShow } from './create-show.ts'
import { deleteShow } from './delete-show.ts'
import { editShow } from './edit-show.ts'
import { getAdminShow, listAdminShows } from './admin-shows.ts'
import { getShow } from './get-show.ts'
import { listProgramme } from './list-programme.ts'
import { listShows } from './list-shows.ts'
import { showRating } from './rate-availability.ts'

export function showRoutes(app: FastifyInstance, context: AppContext): void {
  const rate = showRating(context.db)
  // The home page needs it at every visit.
  const programme = cacheForTenTimesItsCost(() => listProgramme(context, rate), { keyOf: () => '' })

  serve(app, contract.listShows, ({ query }) => listShows(context.db, query, rate))
  serve(app, contract.listProgramme, () => programme(undefined))
  serve(app, contract.getShow, ({ params }) => getShow(context, params.id, rate))
  serve(app, contract.createShow, ({ caller, body }) => createShow(context, caller.userId, body))

  serve(app, contract.listAdminShows, ({ query }) => listAdminShows(context.db, query))
  serve(app, contract.getAdminShow, ({ params }) => getAdminShow(context.db, params.id))
  serve(app, contract.editShow, ({ caller, params, body }) => editShow(context, caller.userId, { ...body, ...params }))
  serve(app, contract.deleteShow, ({ caller, params }) => deleteShow(context.db, caller.userId, params.id))
}

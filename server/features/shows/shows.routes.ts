import type { FastifyInstance } from 'fastify'
import * as desk from '#contract/admin-shows.ts'
import { getSaleStart as saleStart } from '#contract/sale-start.ts'
import * as contract from '#contract/shows.ts'
import type { AppContext } from '#server/context.ts'
import { cachedList } from '#server/http/answers/cached-list.ts'
import { serve } from '#server/http/serve.ts'
import { serveList } from '#server/http/serve-list.ts'
import { sharedReads } from '#server/concurrency/shared-reads.ts'
import { checkShows } from './check-shows.ts'
import { createShow } from './create-show.ts'
import { createShows } from './create-shows.ts'
import { deleteShow } from './delete-show.ts'
import { editShow } from './edit-show.ts'
import { getAdminShow, listAdminShows } from './admin-shows.ts'
import { getSaleStart } from './get-sale-start.ts'
import { getShow, type ShowRequest } from './get-show.ts'
import { listProgramme } from './list-programme.ts'
import { listShows } from './list-shows.ts'
import { publishShow } from './publish-show.ts'
import { showRating } from './rate-availability.ts'
import { recentCounts } from './recent-counts.ts'

export function showRoutes(app: FastifyInstance, context: AppContext): void {
  const { browse, settings } = context
  const rate = showRating(recentCounts(context.bus))
  const shows = cachedList(context, contract.listShows, (query, rememberAt) =>
    browse((db) => listShows(db, query, { rate, remember: rememberAt(db) })),
  )
  // When a sale starts, many pages ask for the same show at once.
  const show = sharedReads(
    (asked: ShowRequest) => browse((db) => getShow(db, asked, { settings, rate }), asked.viewer?.isStaff),
    { keyOf: ({ id, viewer }) => `${id} ${viewer?.isStaff ?? false}`, lane: context.lanes.shared },
  )
  const programme = cachedList(context, contract.listProgramme, () => browse((db) => listProgramme(db, settings, rate)))

  serveList(app, contract.listShows, shows, ({ query }) => query)
  serveList(app, contract.listProgramme, programme, ({ query }) => query)
  serve(app, contract.getShow, ({ caller, params }) => show({ ...params, viewer: caller }), { work: 'shared' })
  serve(app, saleStart, ({ caller, params }) => getSaleStart(context.db, { ...params, viewer: caller }))
  serve(app, contract.createShow, ({ caller, body, idempotencyKey }) =>
    createShow(context, { by: caller.userId, idempotencyKey }, body),
  )

  serve(app, desk.listAdminShows, ({ query }) => listAdminShows(context.db, query))
  serve(app, desk.getAdminShow, ({ params }) => getAdminShow(context.db, params.id))
  serve(app, desk.checkShows, async ({ body }) => {
    const elements = await checkShows(context.db, body)
    return { total: elements.length, elements }
  })
  serve(app, desk.createShows, ({ caller, body, idempotencyKey }) =>
    createShows(context, { by: caller.userId, idempotencyKey }, body),
  )
  serve(app, desk.editShow, ({ caller, params, body }) => editShow(context, caller.userId, { ...body, ...params }))
  serve(app, desk.publishShow, ({ caller, params, body }) =>
    publishShow(context.db, caller.userId, { ...body, ...params }),
  )
  serve(app, desk.deleteShow, ({ caller, params }) => deleteShow(context.db, caller.userId, params.id))
}

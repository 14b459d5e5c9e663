import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/cancellations.ts'
import { listOwnCancelledShows } from '#contract/cancelled-shows.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { cancelShow } from './cancel-show.ts'
import { getCancellation } from './get-cancellation.ts'
import { selectOwnCancelledShows } from './own-cancelled-shows.sql.ts'

export function cancellationRoutes(app: FastifyInstance, { db }: AppContext): void {
  serve(app, contract.getCancellation, ({ params }) => getCancellation(db, params.id))
  serve(app, contract.cancelShow, ({ caller, params, body }) =>
    cancelShow(db, { by: caller.userId, showId: params.id, ...body }),
  )
  serve(app, listOwnCancelledShows, async ({ caller }) => {
    const elements = await selectOwnCancelledShows(db, caller.userId)
    return { total: elements.length, elements }
  })
}

import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/holds.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { createHold } from './create-hold.ts'
import { editHold } from './edit-hold.ts'
import { listHolds } from './list-holds.ts'
import { releaseHeld } from './release-held.ts'

export function holdRoutes(app: FastifyInstance, { db }: AppContext): void {
  serve(app, contract.listHolds, ({ params }) => listHolds(db, params.id))
  serve(app, contract.createHold, ({ caller, params, body, idempotencyKey }) =>
    createHold(db, { ...body, by: caller.userId, showId: params.id, idempotencyKey }),
  )
  serve(app, contract.editHold, ({ caller, params, body }) =>
    editHold(db, { ...body, by: caller.userId, holdId: params.id }),
  )
  serve(app, contract.releaseHeld, ({ caller, body }) => releaseHeld(db, { ...body, by: caller.userId }))
}

import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/events.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { createEvent } from './create-event.ts'
import { getEvent } from './get-event.ts'
import { listEvents } from './list-events.ts'
import { listTopEvents } from './list-top-events.ts'

export function eventRoutes(app: FastifyInstance, { db }: AppContext): void {
  serve(app, contract.listEvents, ({ query }) => listEvents(db, query))
  serve(app, contract.listTopEvents, ({ query }) => listTopEvents(db, query.type))
  serve(app, contract.getEvent, ({ params }) => getEvent(db, params.id))
  serve(app, contract.createEvent, ({ body }) => createEvent(db, body))
}

import type { FastifyInstance } from 'fastify'
import * as desk from '#contract/admin-events.ts'
import * as contract from '#contract/events.ts'
import type { AppContext } from '#server/context.ts'
import { cachedList } from '#server/http/answers/cached-list.ts'
import { orNotFound } from '#server/http/or-not-found.ts'
import { serve } from '#server/http/serve.ts'
import { serveList } from '#server/http/serve-list.ts'
import { createEvent } from './create-event.ts'
import { deleteEvent } from './delete-event.ts'
import { editEvent } from './edit-event.ts'
import { selectAdminEvents } from './events.sql.ts'
import { getAdminEvent } from './get-admin-event.ts'
import { getEvent } from './get-event.ts'
import { listEvents } from './list-events.ts'
import { listTopEvents } from './list-top-events.ts'
import { publishEvent } from './publish-event.ts'

export function eventRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, browse } = context
  const events = cachedList(context, contract.listEvents, (query, rememberAt) =>
    browse((db) => listEvents(db, query, rememberAt(db))),
  )
  const topEvents = cachedList(context, contract.listTopEvents, ({ type }) => browse((db) => listTopEvents(db, type)))

  serveList(app, contract.listEvents, events, ({ query }) => query)
  serveList(app, contract.listTopEvents, topEvents, ({ query }) => query)
  serve(app, contract.getEvent, ({ caller, params }) =>
    browse((db) => orNotFound('event', getEvent(db, params.id, caller)), caller?.isStaff),
  )
  serve(app, contract.createEvent, ({ caller, body }) => createEvent(db, caller.userId, body))

  serve(app, desk.listAdminEvents, ({ query }) => selectAdminEvents(db, query))
  serve(app, desk.getAdminEvent, ({ params }) => getAdminEvent(db, params.id))
  serve(app, desk.editEvent, ({ caller, params, body }) => editEvent(db, caller.userId, { ...body, ...params }))
  serve(app, desk.publishEvent, ({ caller, params, body }) => publishEvent(db, caller.userId, { ...body, ...params }))
  serve(app, desk.deleteEvent, ({ caller, params }) => deleteEvent(db, caller.userId, params.id))
}

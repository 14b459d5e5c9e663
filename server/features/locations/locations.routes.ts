import type { FastifyInstance } from 'fastify'
import * as desk from '#contract/admin-locations.ts'
import * as contract from '#contract/locations.ts'
import type { LocationId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { cachedList } from '#server/http/answers/cached-list.ts'
import { orNotFound } from '#server/http/or-not-found.ts'
import { serve } from '#server/http/serve.ts'
import { serveList } from '#server/http/serve-list.ts'
import { deleteLocation } from './delete-location.ts'
import { getAdminLocation } from './get-admin-location.ts'
import { getLocation, listLocations } from './list-locations.ts'
import { selectAdminLocations } from './locations.sql.ts'
import { createLocation, editLocation } from './save-location.ts'

export function locationRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, browse } = context
  const locations = cachedList(context, contract.listLocations, (query, rememberAt) =>
    browse((db) => listLocations(db, query, rememberAt(db))),
  )
  // Counts the places of its plans, 50,000 of a stadium.
  const location = cachedList(context, contract.getLocation, (id: LocationId) =>
    browse((db) => orNotFound('location', getLocation(db, id))),
  )

  serveList(app, contract.listLocations, locations, ({ query }) => query)
  serveList(app, contract.getLocation, location, ({ params }) => params.id)

  serve(app, desk.listAdminLocations, ({ query }) => selectAdminLocations(db, query))
  serve(app, desk.getAdminLocation, ({ params }) => getAdminLocation(db, params.id))
  serve(app, desk.createLocation, ({ caller, body }) => createLocation(db, caller.userId, body))
  serve(app, desk.editLocation, ({ caller, params, body }) => editLocation(db, caller.userId, { ...body, ...params }))
  serve(app, desk.deleteLocation, ({ caller, params }) => deleteLocation(db, caller.userId, params.id))
}

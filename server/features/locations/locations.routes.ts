import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/locations.ts'
import type { AppContext } from '#server/context.ts'
import { orNotFound } from '#server/http/or-not-found.ts'
import { serve } from '#server/http/serve.ts'
import { getLocation, listLocations } from './list-locations.ts'

export function locationRoutes(app: FastifyInstance, { db }: AppContext): void {
  serve(app, contract.listLocations, ({ query }) => listLocations(db, query))
  serve(app, contract.getLocation, ({ params }) => orNotFound('location', getLocation(db, params.id)))
}

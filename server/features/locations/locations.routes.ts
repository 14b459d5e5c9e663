import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/locations.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { getLocation } from './get-location.ts'
import { listLocations } from './list-locations.ts'

export function locationRoutes(app: FastifyInstance, { db }: AppContext): void {
  serve(app, contract.listLocations, ({ query }) => listLocations(db, query))
  serve(app, contract.getLocation, ({ params }) => getLocation(db, params.id))
}

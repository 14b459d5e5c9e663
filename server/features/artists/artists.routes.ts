import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/artists.ts'
import type { AppContext } from '#server/context.ts'
import { orNotFound } from '#server/http/or-not-found.ts'
import { serve } from '#server/http/serve.ts'
import { getArtist, listArtists } from './list-artists.ts'

export function artistRoutes(app: FastifyInstance, { db }: AppContext): void {
  serve(app, contract.listArtists, ({ query }) => listArtists(db, query))
  serve(app, contract.getArtist, ({ params }) => orNotFound('artist', getArtist(db, params.id)))
}

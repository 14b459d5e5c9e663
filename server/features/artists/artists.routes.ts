import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/artists.ts'
import type { AppContext } from '#server/context.ts'
import { orNotFound } from '#server/http/or-not-found.ts'
import { serve } from '#server/http/serve.ts'
import { selectArtist, selectArtists } from './artists.sql.ts'

export function artistRoutes(app: FastifyInstance, { db }: AppContext): void {
  serve(app, contract.listArtists, ({ query }) => selectArtists(db, query))
  serve(app, contract.getArtist, ({ params }) => orNotFound('artist', selectArtist(db, params.id)))
}

import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/artists.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { getArtist } from './get-artist.ts'
import { listArtists } from './list-artists.ts'

export function artistRoutes(app: FastifyInstance, { db }: AppContext): void {
  serve(app, contract.listArtists, ({ query }) => listArtists(db, query))
  serve(app, contract.getArtist, ({ params }) => getArtist(db, params.id))
}

import type { FastifyInstance } from 'fastify'
import * as desk from '#contract/admin-artists.ts'
import * as contract from '#contract/artists.ts'
import type { AppContext } from '#server/context.ts'
import { cachedList } from '#server/http/answers/cached-list.ts'
import { orNotFound } from '#server/http/or-not-found.ts'
import { serve } from '#server/http/serve.ts'
import { serveList } from '#server/http/serve-list.ts'
import { selectAdminArtists } from './artists.sql.ts'
import { deleteArtist } from './delete-artist.ts'
import { getAdminArtist } from './get-admin-artist.ts'
import { getArtist, listArtists } from './list-artists.ts'
import { createArtist, editArtist } from './save-artist.ts'

export function artistRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, browse } = context
  const artists = cachedList(context, contract.listArtists, (query, rememberAt) =>
    browse((db) => listArtists(db, query, rememberAt(db))),
  )

  serveList(app, contract.listArtists, artists, ({ query }) => query)
  serve(app, contract.getArtist, ({ params }) => browse((db) => orNotFound('artist', getArtist(db, params.id))))

  serve(app, desk.listAdminArtists, ({ query }) => selectAdminArtists(db, query))
  serve(app, desk.getAdminArtist, ({ params }) => getAdminArtist(db, params.id))
  serve(app, desk.createArtist, ({ caller, body }) => createArtist(db, caller.userId, body))
  serve(app, desk.editArtist, ({ caller, params, body }) => editArtist(db, caller.userId, { ...body, ...params }))
  serve(app, desk.deleteArtist, ({ caller, params }) => deleteArtist(db, caller.userId, params.id))
}

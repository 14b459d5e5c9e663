import type { FastifyInstance } from 'fastify'
import * as desk from '#contract/admin-news.ts'
import * as contract from '#contract/news.ts'
import type { AppContext } from '#server/context.ts'
import { cachedList } from '#server/http/answers/cached-list.ts'
import { readList } from '#server/http/answers/read-list.ts'
import { orNotFound } from '#server/http/or-not-found.ts'
import { serve } from '#server/http/serve.ts'
import { serveList } from '#server/http/serve-list.ts'
import { createNews } from './create-news.ts'
import { deleteNews } from './delete-news.ts'
import { editNews } from './edit-news.ts'
import { getAdminNews } from './get-admin-news.ts'
import { markNewsRead } from './mark-news-read.ts'
import { publishNews } from './publish-news.ts'
import { selectAdminNews, selectArticle, selectNews, selectNewsOfUser } from './news.sql.ts'

export function newsRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, browse } = context
  const news = cachedList(context, contract.listNews, (query, rememberAt) =>
    browse((db) => selectNews(db, query, rememberAt(db))),
  )

  serveList(app, contract.listNews, news, ({ query }) => query)
  serve(app, contract.listOwnNews, ({ caller, query }) =>
    readList(context, query, () => selectNewsOfUser(db, caller.userId, query)),
  )
  serve(app, contract.getNews, ({ caller, params }) =>
    browse((db) => orNotFound('news article', selectArticle(db, params.id, caller)), caller?.isStaff),
  )
  serve(app, contract.markNewsRead, ({ caller, params }) => markNewsRead(db, caller, params.id))
  serve(app, contract.createNews, ({ caller, body }) => createNews(db, caller.userId, body))

  serve(app, desk.listAdminNews, ({ query }) => selectAdminNews(db, query))
  serve(app, desk.getAdminNews, ({ params }) => getAdminNews(db, params.id))
  serve(app, desk.editNews, ({ caller, params, body }) => editNews(db, caller.userId, { ...body, ...params }))
  serve(app, desk.publishNews, ({ caller, params, body }) => publishNews(db, caller.userId, { ...body, ...params }))
  serve(app, desk.deleteNews, ({ caller, params }) => deleteNews(db, caller.userId, params.id))
}

import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/news.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { createNews } from './create-news.ts'
import { getNews } from './get-news.ts'
import { listNews } from './list-news.ts'
import { listOwnNews } from './list-own-news.ts'
import { markNewsRead } from './mark-news-read.ts'

export function newsRoutes(app: FastifyInstance, { db }: AppContext): void {
  serve(app, contract.listNews, ({ query }) => listNews(db, query))
  serve(app, contract.listOwnNews, ({ caller, query }) => listOwnNews(db, caller.userId, query))
  serve(app, contract.getNews, ({ params }) => getNews(db, params.id))
  serve(app, contract.markNewsRead, ({ caller, params }) => markNewsRead(db, caller.userId, params.id))
  serve(app, contract.createNews, ({ body }) => createNews(db, body))
}

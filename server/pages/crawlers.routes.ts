import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#server/context.ts'
import { cacheForTenTimesItsCost } from '#server/async-cache.ts'
import { writeRobots } from './robots.ts'
import { writeSecurityTxt } from './security-txt.ts'
import { writeSitemap, writeSitemapFile } from './sitemap.ts'

const AN_HOUR = 'public, max-age=3600'
/** Shows and news become public at any time, so caches ask for each sitemap anew. */
const REVALIDATE = 'public, no-cache'
const XML = 'application/xml; charset=utf-8'

export function crawlerRoutes(app: FastifyInstance, { browse, settings }: AppContext): void {
  const sitemap = cacheForTenTimesItsCost(() => browse((db) => writeSitemap(db, settings)), { keyOf: () => '' })
  const sitemapFile = cacheForTenTimesItsCost(
    (file: number) => browse((db) => writeSitemapFile(db, settings, { file })),
    {
      keyOf: (file) => file,
    },
  )

  app.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', AN_HOUR).type('text/plain; charset=utf-8').send(writeRobots(settings)),
  )
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .header('cache-control', AN_HOUR)
      .type('text/plain; charset=utf-8')
      .send(writeSecurityTxt(settings, new Date())),
  )
  app.get('/sitemap.xml', async (request, reply) => {
    const xml = await app.inTurn(request, reply, () => sitemap(undefined))
    return reply.header('cache-control', REVALIDATE).type(XML).send(xml)
  })
  app.get('/sitemap-:file(^[1-9]\\d{0,3}$).xml', async (request, reply) => {
    const { file } = request.params as { file: string }
    const xml = await app.inTurn(request, reply, () => sitemapFile(Number(file)))
    return reply.header('cache-control', REVALIDATE).type(XML).send(xml)
  })
}

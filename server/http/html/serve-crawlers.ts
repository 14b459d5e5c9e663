import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#server/context.ts'
import { cacheForTenTimesItsCost } from '#server/concurrency/async-cache.ts'
import { writeRobots } from '#server/pages/robots.ts'
import { writeSecurityTxt } from '#server/pages/security-txt.ts'
import { countSitemapFiles, writeSitemap, writeSitemapFile } from '#server/pages/sitemap.ts'
import { PreparedAnswer } from '../answers/prepared-answer.ts'

const AN_HOUR = 'public, max-age=3600'
const XML = 'application/xml; charset=utf-8'

/** Serves what search engines and other crawlers ask for. */
export function serveCrawlers(app: FastifyInstance, { browse, settings }: AppContext): void {
  // Compressed once for all who ask: a file of 20,000 addresses has megabytes.
  const prepare = (xml: string) => PreparedAnswer.ofBytes(Buffer.from(xml), XML)
  const sitemap = cacheForTenTimesItsCost(async () => prepare(await browse((db) => writeSitemap(db, settings))), {
    keyOf: () => '',
  })
  const countFiles = cacheForTenTimesItsCost(() => browse((db) => countSitemapFiles(db)), { keyOf: () => '' })
  const sitemapFile = cacheForTenTimesItsCost(
    async (file: number) => prepare(await browse((db) => writeSitemapFile(db, settings, { file }))),
    { keyOf: (file) => file },
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
    const answer = await app.inTurn(request, reply, () => sitemap(undefined))
    return answer.send(request, reply)
  })
  app.get('/sitemap-:file(^[1-9]\\d{0,3}$).xml', async (request, reply) => {
    const { file } = request.params as { file: string }
    // Files after the last are not looked for, because each of them would be read anew.
    const answer = await app.inTurn(request, reply, async () =>
      Number(file) <= (await countFiles(undefined)) ? sitemapFile(Number(file)) : undefined,
    )
    return answer ? answer.send(request, reply) : reply.callNotFound()
  })
}

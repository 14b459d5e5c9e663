import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenNews, givenProduct, givenShow } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { writeSecurityTxt } from './security-txt.ts'
import { writeSitemap, writeSitemapFile } from './sitemap.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ BASE_PATH: '/shop/', PUBLIC_URL: 'https://tickets.example/shop' })
})
afterAll(() => shop.close())

test('allows public pages in robots.txt and names the sitemap', async () => {
  const { body } = await shop.app.inject('/shop/robots.txt')
  const lines = body.split('\n')
  expect(lines).toContain('Sitemap: https://tickets.example/shop/sitemap.xml')
  expect(lines).toContain('Allow: /shop/api/v1/images/')
  const closed = lines.filter((line) => line.startsWith('Disallow: '))
  expect(closed).toEqual(
    expect.arrayContaining(['Disallow: /shop/api/', 'Disallow: /shop/admin', 'Disallow: /shop/invoice/']),
  )
  const open = ['/shop/', '/shop/event/1/event-shows', '/shop/news/1', '/shop/merchandise/1', '/shop/search/event']
  for (const path of open) {
    expect(
      closed.filter((line) => path.startsWith(line.replace('Disallow: ', ''))),
      path,
    ).toEqual([])
  }
})

test('names the contact for vulnerabilities in security.txt', async () => {
  const reply = await shop.app.inject('/shop/.well-known/security.txt')
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
  const lines = reply.body.split('\n')
  expect(lines).toContain('Contact: mailto:tickets@foyer.example')
  expect(lines).toContain('Canonical: https://tickets.example/shop/.well-known/security.txt')
  const expires = new Date(lines.find((line) => line.startsWith('Expires: '))?.replace('Expires: ', '') ?? '')
  expect(expires.getTime()).toBeGreaterThan(Date.now() + 80 * 86_400_000)
  const { seller, PUBLIC_URL } = shop.context.settings
  const own = { seller, PUBLIC_URL, SECURITY_CONTACT: 'https://tickets.example/security' }
  expect(writeSecurityTxt(own, new Date())).toContain('Contact: https://tickets.example/security\n')
})

test('lists every public page in the sitemap, without products that are not on sale', async () => {
  const { eventId } = await givenShow(shop.db)
  const newsId = await givenNews(shop.db)
  const productId = await givenProduct(shop.db)
  const pendingId = await givenProduct(shop.db, { state: 'PENDING' })
  const reply = await shop.app.inject('/shop/sitemap.xml')
  expect(reply.headers).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, no-cache',
  })
  const pages = Array.from(reply.body.matchAll(/<loc>(.*?)<\/loc>/g), ([, page]) => page)
  const site = 'https://tickets.example/shop/'
  expect(pages).toEqual(
    expect.arrayContaining([
      site,
      `${site}news`,
      `${site}event/${eventId}/event-shows`,
      `${site}news/${newsId}`,
      `${site}merchandise/${productId}`,
    ]),
  )
  expect(pages).not.toContain(`${site}merchandise/${pendingId}`)
  expect(reply.body).toMatch(new RegExp(`news/${newsId}</loc><lastmod>20\\d\\d-`))
  expect((await shop.app.inject('/shop/sitemap-1.xml')).body).toBe(reply.body)
})

test('answers 404 to numbers after the last file of the sitemap', async () => {
  const asked = await Promise.all([2, 9_999].map((file) => shop.app.inject(`/shop/sitemap-${file}.xml`)))
  expect(asked.map(({ statusCode }) => statusCode)).toEqual([404, 404])
})

test('compresses a sitemap once for all who ask, and answers 304 to a crawler that has it', async () => {
  const ask = (headers: Record<string, string>) => shop.app.inject({ url: '/shop/sitemap.xml', headers })
  const { headers, rawPayload } = await ask({ 'accept-encoding': 'gzip' })
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'public, no-cache' })
  // A known length tells that the answer was not compressed on its way.
  expect(headers['content-length']).toBe(String(rawPayload.length))
  expect(gunzipSync(rawPayload).toString()).toContain('<urlset')
  const again = await ask({ 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('splits a large sitemap and names each page once', async () => {
  const whole = await writeSitemap(shop.db, shop.context.settings)
  const index = await writeSitemap(shop.db, shop.context.settings, 2)
  const files = Array.from(index.matchAll(/sitemap-(\d+)\.xml/g), ([, file]) => Number(file))
  const parts = await Promise.all(
    files.map((file) => writeSitemapFile(shop.db, shop.context.settings, { file, perFile: 2 })),
  )
  const pagesIn = (text: string) => Array.from(text.matchAll(/<loc>(.*?)<\/loc>/g), ([, page]) => page)
  expect(parts.flatMap(pagesIn)).toEqual(pagesIn(whole))
})

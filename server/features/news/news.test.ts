import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { givenEvent, givenImage, givenNews, givenUser } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let admin: UserId
let ada: UserId
let bea: UserId

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true })
  ada = await givenUser(shop.db)
  bea = await givenUser(shop.db)
})
afterAll(() => shop.close())

async function idsOf(path: string, as?: UserId): Promise<number[]> {
  const reply = await shop.ask('GET', path, { as })
  expect(reply.statusCode).toBe(200)
  return reply.json().elements.map((article: { id: number }) => article.id)
}

const ago = (days: number) => encodeURIComponent(new Date(Date.now() - days * 86_400_000).toISOString())

test('lists news newest first and applies every filter', async () => {
  const eventId = await givenEvent(shop.db, { title: 'Tosca', type: 'OPERA' })
  const oldest = await givenNews(shop.db, { title: 'Überraschung', publishedAgo: '9 days' })
  const middle = await givenNews(shop.db, { text: 'Long ago a Ubermensch …', publishedAgo: '5 days', eventId })
  const newest = await givenNews(shop.db, { summary: 'Uberall', publishedAgo: '1 day' })
  expect(await idsOf('/news?content=uber')).toEqual([newest, middle, oldest])
  expect(await idsOf('/news?eventTitle=tosc')).toEqual([middle])
  expect(await idsOf('/news?eventType=OPERA')).toEqual([middle])
  expect(await idsOf(`/news?content=uber&from=${ago(6)}`)).toEqual([newest, middle])
  expect(await idsOf(`/news?content=uber&to=${ago(2)}&from=${ago(6)}`)).toEqual([middle])
  expect(await idsOf('/news?content=uber&pageSize=1&pageIndex=2')).toEqual([oldest])
  const article = (await shop.ask('GET', `/news/${middle}`)).json()
  expect(article).toMatchObject({
    id: middle,
    title: 'New season',
    eventId,
    eventTitle: 'Tosca',
    eventType: 'OPERA',
    imageName: null,
    event: {
      id: eventId,
      title: 'Tosca',
    },
  })
  expect(article).not.toHaveProperty('read')
  expect((await shop.ask('GET', `/news/${oldest}`)).json()).toMatchObject({ event: null, eventId: null })
})

test('marks an article as read for one reader only', async () => {
  const first = await givenNews(shop.db, { title: 'Marks' })
  const second = await givenNews(shop.db, { title: 'Marks' })
  const mark = () => shop.ask('POST', `/news/${first}`, { as: ada })
  expect((await mark()).statusCode).toBe(204)
  expect((await mark()).statusCode).toBe(204)
  const feed = (await shop.ask('GET', '/news/user?content=marks', { as: ada })).json()
  expect(feed.elements.map(({ id, read }: { id: number; read: boolean }) => [id, read])).toEqual([
    [second, false],
    [first, true],
  ])
  expect(await idsOf('/news/user?content=marks&read=true', ada)).toEqual([first])
  expect(await idsOf('/news/user?content=marks&read=false', ada)).toEqual([second])
  expect(await idsOf('/news/user?content=marks&read=true', bea)).toEqual([])
  expect((await shop.ask('GET', '/news/user')).statusCode).toBe(401)
  expect((await shop.ask('POST', '/news/999999', { as: ada })).statusCode).toBe(404)
  expect((await shop.ask('POST', `/news/${first}`)).statusCode).toBe(401)
})

test('marks an article that is not published as read for administrators only, because only they can open it', async () => {
  const body = { title: 'Marked draft', summary: 'To come.', text: 'Not yet.', eventId: 0, imageId: 0 }
  const { id } = (await shop.ask('POST', '/news', { as: admin, body: { ...body, isDraft: true } })).json()
  const statusOf = async (as: UserId) => (await shop.ask('POST', `/news/${id}`, { as })).statusCode
  expect([await statusOf(ada), await statusOf(admin)]).toEqual([404, 204])
})

test('lets an administrator publish an article with or without event and image', async () => {
  const eventId = await givenEvent(shop.db, { title: 'Cats' })
  const image = await givenImage(shop.db)
  const body = { title: 'Premiere', summary: 'Soon.', text: 'Very soon.', eventId, imageId: image.id }
  const reply = await shop.ask('POST', '/news', { as: admin, body })
  expect(reply.statusCode).toBe(201)
  expect(reply.json()).toMatchObject({ title: 'Premiere', eventTitle: 'Cats', imageName: image.name })
  const bare = await shop.ask('POST', '/news', { as: admin, body: { ...body, eventId: 0, imageId: 0 } })
  expect(bare.json()).toMatchObject({ eventId: null, event: null, imageName: null })
  for (const wrong of [{ eventId: 999_999 }, { imageId: 999_999 }]) {
    expect((await shop.ask('POST', '/news', { as: admin, body: { ...body, ...wrong } })).statusCode).toBe(404)
  }
  expect((await shop.ask('POST', '/news', { as: ada, body })).statusCode).toBe(403)
})

test('edits and deletes articles, which keep their date and read marks until then', async () => {
  const image = await givenImage(shop.db)
  const id = await givenNews(shop.db, { title: 'Typo', publishedAgo: '3 days' })
  await shop.ask('POST', `/news/${id}`, { as: ada })
  const path = `/admin/news/${id}`
  const before = (await shop.ask('GET', path, { as: admin })).json()
  const body = { title: 'Mended', summary: 'Short.', text: 'Long.', eventId: 0, imageId: image.id }
  const edited = await shop.ask('PUT', path, { as: admin, body: { ...body, version: before.version } })
  expect(edited.json()).toMatchObject({ title: 'Mended', imageName: image.name, published: before.published })
  expect(await idsOf('/news/user?content=mended&read=true', ada)).toEqual([id])
  const late = await shop.ask('PUT', path, { as: admin, body: { ...body, version: before.version } })
  expect(late.statusCode).toBe(409)
  expect(await idsOf('/admin/news?content=mended', admin)).toEqual([id])
  for (let time = 0; time < 2; time += 1) expect((await shop.ask('DELETE', path, { as: admin })).statusCode).toBe(204)
  expect((await shop.ask('GET', `/news/${id}`)).statusCode).toBe(404)
  expect((await shop.ask('GET', path, { as: admin })).body).toBe('This news article was deleted.')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openBus } from '#server/db/bus.ts'
import { connect } from '#server/db/connection.ts'
import type { UserId } from '#domain/ids.ts'
import * as z from 'zod/mini'
import { listArtists } from '#contract/artists.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenBoughtTickets, givenReservations } from '#server/testing/given-sales.ts'
import { givenLocation, givenNews, givenShow, givenUser } from '#server/testing/test-data.ts'
import { cachedList } from './cached-list.ts'

let shop: TestShop
let admin: UserId

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterAll(() => shop.close())

async function titles(app = shop.app): Promise<string[]> {
  const { elements } = (await app.inject('/api/v1/news?pageSize=50')).json()
  return elements.map(({ title }: { title: string }) => title)
}

async function rename(id: number, title: string): Promise<void> {
  const { version, summary, text } = (await shop.ask('GET', `/admin/news/${id}`, { as: admin })).json()
  const body = { title, summary, text, eventId: 0, imageId: 0, version }
  expect((await shop.ask('PUT', `/admin/news/${id}`, { as: admin, body })).statusCode).toBe(200)
}

test('answers 304 to clients that have the list', async () => {
  await givenNews(shop.db)
  const { headers } = await shop.ask('GET', '/news')
  expect(headers['cache-control']).toBe('public, no-cache')
  const again = await shop.ask('GET', '/news', { headers: { 'if-none-match': String(headers['etag']) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('never compresses a list anew for a client', async () => {
  for (let count = 0; count < 20; count += 1) await givenNews(shop.db)
  const ask = (coding: string) => shop.ask('GET', '/news?pageSize=20', { headers: { 'accept-encoding': coding } })
  expect((await ask('gzip')).headers['content-encoding']).toBe('gzip')
  for (const coding of ['x-gzip', 'gzip;q=0, *']) {
    const { headers, body } = await ask(coding)
    expect([headers['content-encoding'], JSON.parse(body).elements.length]).toEqual([undefined, 20])
  }
})

test('answers for a location like for a list, and shows its change at once', async () => {
  const fields = { name: 'Hall', address: 'Square 3', postalCode: '8010', city: 'Graz', country: 'Austria' }
  const id = await givenLocation(shop.db, fields)
  const { headers } = await shop.ask('GET', `/location/${id}`)
  const again = await shop.ask('GET', `/location/${id}`, { headers: { 'if-none-match': String(headers['etag']) } })
  expect([headers['cache-control'], again.statusCode]).toEqual(['public, no-cache', 304])
  const edit = { ...fields, name: 'Great Hall', timeZone: 'Europe/Vienna', travelText: '', version: 1 }
  expect((await shop.ask('PUT', `/admin/locations/${id}`, { as: admin, body: edit })).statusCode).toBe(200)
  expect((await shop.ask('GET', `/location/${id}`)).json()).toMatchObject({ name: 'Great Hall' })
})

test('answers for seating plans like for a list', async () => {
  const { headers } = await shop.ask('GET', '/seatingplans')
  const again = await shop.ask('GET', '/seatingplans', { headers: { 'if-none-match': String(headers['etag']) } })
  expect([headers['cache-control'], again.statusCode]).toEqual(['public, no-cache', 304])
})

test('shows a change of an administrator at once, and soon at another server', async () => {
  const db = connect(shop.databaseUrl)
  const bus = await openBus(db, shop.databaseUrl)
  const elsewhere = await buildApp({ ...shop.context, db, bus })
  const id = await givenNews(shop.db, { title: 'Doors at 8' })
  await expect.poll(() => titles(elsewhere)).toContain('Doors at 8')
  await expect.poll(() => titles()).toContain('Doors at 8')
  for (const title of ['Doors at 7', 'Doors at 6', 'Doors at 5']) {
    await rename(id, title)
    expect(await titles()).toContain(title)
  }
  await expect.poll(() => titles(elsewhere)).toContain('Doors at 5')
  await elsewhere.close()
  await bus.close()
  await db.destroy()
})

test('reads what the pages of a list have in common once, until it changes', async () => {
  let change = () => {}
  const bus = {
    subscribe: ({ onGap }: { onGap: () => void }) => {
      change = onGap
      return () => undefined
    },
  }
  let reads = 0
  const list = cachedList(
    { ...shop.context, bus: bus as unknown as typeof shop.context.bus },
    { ...listArtists, reply: z.object({ total: z.number() }) },
    async (_query: { pageIndex: number }, rememberAt) => ({
      total: await rememberAt(shop.db)('all', async () => (reads += 1)),
    }),
  )
  const askPages = () => Promise.all([0, 1, 2].map((pageIndex) => list({ pageIndex })))
  await askPages()
  expect(reads).toBe(1)
  change()
  await askPages()
  expect(reads).toBe(2)
})

test('shows sales after a short while', async () => {
  const userId = await givenUser(shop.db)
  const show = await givenShow(shop.db, { seats: 2, standing: 3 })
  await givenBoughtTickets(shop.owner, userId, show, { places: show.seatIds })
  const availability = async () =>
    (await shop.ask('GET', `/eventshows?eventId=${show.eventId}`)).json().elements[0].availability
  expect(await availability()).toBe('FREE')
  await givenReservations(shop.db, show, { userIds: [userId], each: 3 })
  await expect.poll(availability).toBe('SOLD_OUT')
})

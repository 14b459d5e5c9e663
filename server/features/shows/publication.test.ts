import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { COMPACT_STATE } from '#contract/compact-seating/media-types.ts'
import type { UserId } from '#domain/ids.ts'
import { eventTimesWidener } from '#server/features/events/widen-event-times.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenArtist, givenImage, givenLocation, givenNews, givenShow, givenUser } from '#server/testing/test-data.ts'

const PAYMENT = { userPaymentInfoDto: { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }, paymentType: 'VISA' }
const LATER = new Date(Date.now() + 86_400_000).toISOString()

let shop: TestShop
let admin: UserId
let customer: UserId

beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: 'https://tickets.example' })
  admin = await givenUser(shop.db, { isAdmin: true })
  customer = await givenUser(shop.db)
})
afterAll(() => shop.close())

const get = async (path: string, as?: UserId) => (await shop.ask('GET', path, { as })).json()
const statusOf = async (path: string, as?: UserId) => (await shop.ask('GET', path, { as })).statusCode
const publish = (path: string, body: object) => shop.ask('PUT', `/admin/${path}/publication`, { as: admin, body })
const reserve = (showId: number, placeId: number | undefined, as = customer) =>
  shop.ask('POST', '/tickets', { as, body: { eventShowId: showId, seatingPlanPlaceIds: [placeId] } })

/** Creates a bought show of a named event, so that it is in every list. */
async function givenSoldShow(title: string) {
  const artistId = await givenArtist(shop.db, { stageName: title })
  const locationId = await givenLocation(shop.db, { name: title })
  const show = await givenShow(shop.db, { title, artistId, locationId, startsIn: '2 hours' })
  const { elements } = (await reserve(show.showId, show.seatIds[0])).json()
  const ordered = await shop.ask('POST', '/orders', { as: customer, body: { ...PAYMENT, ticketIds: [elements[0].id] } })
  expect(ordered.statusCode, ordered.body).toBe(201)
  return { ...show, artistId, locationId }
}

/** Counts how often each public list and page names a show's event. */
async function mentions({ eventId, showId, artistId, locationId, seatingPlanId }: Sold, title: string) {
  const asked = `eventShowId=${showId}&seatingPlanId=${seatingPlanId}`
  const lists = [
    `/events?title=${title}`,
    `/events?artistId=${artistId}`,
    `/eventshows?eventId=${eventId}`,
    `/eventshows?locationId=${locationId}&when=coming`,
    '/eventshows/programme',
    `/eventshows?eventName=${title}`,
    '/events/top',
  ]
  const found = await Promise.all(lists.map(async (path) => JSON.stringify(await get(path)).includes(`"${title}"`)))
  const details = [`/events/${eventId}`, `/eventshows/${showId}`, `/seatingplans/event-show/${showId}`]
  const states = [`/seatingplans/capacity?${asked}`, `/tickets/reservations?${asked}`]
  const statuses = await Promise.all([...details, ...states].map((path) => statusOf(path)))
  const pages = await Promise.all(
    [`/event/${eventId}/event-shows`, '/sitemap.xml', '/'].map(async (path) => (await shop.app.inject(path)).body),
  )
  const inPages = pages.map((page) => page.includes(title) || page.includes(`/event/${eventId}/event-shows</loc>`))
  const coming = (await get(`/location/${locationId}`)).coming !== undefined
  return { lists: found, statuses, pages: inPages, coming }
}
type Sold = Awaited<ReturnType<typeof givenSoldShow>>

test('shows a published event and its show everywhere', async () => {
  const show = await givenSoldShow('Openly')
  const seen = await mentions(show, 'Openly')
  expect(seen.lists).toEqual(Array.from({ length: 7 }, () => true))
  expect(seen.statuses).toEqual([200, 200, 200, 200, 200])
  expect(seen.pages[1]).toBe(true)
})

test.each([
  ['a draft', { isDraft: true }],
  ['published later', { publishedFrom: LATER }],
])('hides an event that is %s, with its shows, from visitors and customers', async (_, choice) => {
  const title = `Hidden${Object.keys(choice)[0]}`
  const show = await givenSoldShow(title)
  const changed = await publish(`events/${show.eventId}`, { version: 1, ...choice })
  expect(changed.statusCode, changed.body).toBe(200)
  const seen = await mentions(show, title)
  expect(seen.lists.filter(Boolean)).toEqual([])
  expect(seen.statuses).toEqual([404, 404, 404, 404, 404])
  expect(seen.pages.filter(Boolean)).toEqual([])
  expect(seen.coming).toBe(false)
  expect((await reserve(show.showId, show.seatIds[1])).statusCode).toBe(404)
  // The preview of administrators.
  expect(await statusOf(`/events/${show.eventId}`, admin)).toBe(200)
  expect(await statusOf(`/eventshows/${show.showId}`, admin)).toBe(200)
  expect(await statusOf(`/seatingplans/event-show/${show.showId}`, admin)).toBe(200)
  const refused = await reserve(show.showId, show.seatIds[1], admin)
  expect([refused.statusCode, refused.body]).toEqual([409, 'Tickets for this show are not on sale.'])
})

test('hides a draft of a show alone, and its dates from the event', async () => {
  const show = await givenSoldShow('Half')
  const body = { version: 1, isDraft: true }
  expect((await publish(`shows/${show.showId}`, body)).statusCode).toBe(200)
  expect(await statusOf(`/events/${show.eventId}`)).toBe(200)
  expect(await get(`/events/${show.eventId}`)).toMatchObject({ startTime: null, endTime: null, months: [] })
  expect(await statusOf(`/eventshows/${show.showId}`)).toBe(404)
  expect((await get(`/eventshows?eventId=${show.eventId}`)).total).toBe(0)
  const { elements } = await get('/admin/shows?publication=DRAFT', admin)
  expect(elements.map(({ id }: { id: number }) => id)).toContain(show.showId)
  expect(await get(`/admin/log?kind=SHOW&recordId=${show.showId}`, admin)).toMatchObject({
    elements: [{ action: 'EDITED', changes: [{ field: 'publishedFrom', to: null }] }],
  })
})

test('tells staff of a hidden show, and nobody else who asks for it at the same time', async () => {
  const { showId, seatingPlanId } = await givenSoldShow('Preview')
  expect((await publish(`shows/${showId}`, { version: 1, isDraft: true })).statusCode).toBe(200)
  const staff = await givenUser(shop.db, { isStaff: true })
  const askers = [undefined, staff, customer, admin, undefined, staff, customer, admin]
  const state = `/tickets/reservations?eventShowId=${showId}&seatingPlanId=${seatingPlanId}`
  for (const path of [`/eventshows/${showId}`, state]) {
    const headers = { accept: `${COMPACT_STATE}, application/json` }
    const replies = await Promise.all(askers.map((as) => shop.ask('GET', path, { as, headers })))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 200, 404, 200, 404, 200, 404, 200])
  }
})

test('publishes a show when its time comes, and then counts its dates', async () => {
  const show = await givenSoldShow('Soon')
  const reply = await publish(`shows/${show.showId}`, { version: 1, publishedFrom: LATER })
  expect(reply.json()).toMatchObject({ publication: 'SCHEDULED', publishedFrom: LATER })
  expect(await statusOf(`/eventshows/${show.showId}`)).toBe(404)
  await sql`update event_shows set published_from = shop_now() where id = ${show.showId}`.execute(shop.db)
  await eventTimesWidener(shop.db)()
  expect(await statusOf(`/eventshows/${show.showId}`)).toBe(200)
  expect((await get(`/events/${show.eventId}`)).startTime).not.toBeNull()
})

test('publishes at a moment everywhere, in spite of answers and pages that were kept before', async () => {
  const show = await givenSoldShow('Punctual')
  const publishedFrom = new Date(Date.now() + 3_600_000).toISOString()
  expect((await publish(`events/${show.eventId}`, { version: 1, publishedFrom })).statusCode).toBe(200)
  const { id: imageId } = await givenImage(shop.db, { uploadedBy: admin })
  const limits = { price: 500, points: 5, stock: 9, itemsPerCustomer: 9 }
  const mug = { ...limits, name: 'Punctual Mug', description: 'A mug.', imageId, publishedFrom }
  const product = (await shop.ask('POST', '/merchandise/products', { as: admin, body: mug })).json()
  const article = { title: 'Punctual News', summary: 'Now.', text: 'Now!', eventId: show.eventId, imageId: 0 }
  const news = (await shop.ask('POST', '/news', { as: admin, body: { ...article, publishedFrom } })).json()
  const paths = [`/merchandise/${product.id}`, `/news/${news.id}`]
  const pageOf = async (path: string) => (await shop.app.inject(path)).body
  const look = async () => {
    const { lists, statuses, pages, coming } = await mentions(show, 'Punctual')
    const [sitemap, home] = [await pageOf('/sitemap.xml'), await pageOf('/')]
    const others = [
      JSON.stringify(await get('/merchandise/products?name=Mug')).includes('Punctual Mug'),
      JSON.stringify(await get('/news')).includes('Punctual News'),
      JSON.stringify(await get('/news/user', customer)).includes('Punctual News'),
      ...paths.map((path) => sitemap.includes(`${path}</loc>`)),
      home.includes('Punctual News'),
      (await pageOf('/news')).includes('Punctual News'),
      (await pageOf('/merchandise')).includes('Punctual Mug'),
      ...(await Promise.all(paths.map(async (path) => (await shop.app.inject(path)).statusCode === 200))),
    ]
    return [...lists, ...statuses.map((status) => status === 200), ...pages, coming, ...others]
  }
  const all = (is: boolean) => Array.from({ length: 26 }, () => is)
  onTestFinished(() => shiftClock(shop.owner, '0'))
  expect(await look()).toEqual(all(false))
  // The time that the test takes counts as well.
  await shiftClock(shop.owner, '50 minutes')
  expect(await look()).toEqual(all(false))
  await shiftClock(shop.owner, '61 minutes')
  // Pages and lists are kept for ten times as long as they took, which is long on a busy machine.
  await expect.poll(look, { timeout: 150_000 }).toEqual(all(true))
})

test('creates drafts, and publishes at once without a word about it', async () => {
  const event = { title: 'Draft', type: 'OPERA', description: 'Later.' }
  const made = (await shop.ask('POST', '/events', { as: admin, body: { ...event, isDraft: true } })).json()
  expect(await statusOf(`/events/${made.id}`)).toBe(404)
  const open = (await shop.ask('POST', '/events', { as: admin, body: event })).json()
  expect(await statusOf(`/events/${open.id}`)).toBe(200)
  const article = { title: 'Later', summary: 'Soon.', text: 'Very soon.', eventId: made.id, imageId: 0 }
  const body = { ...article, publishedFrom: LATER }
  const news = (await shop.ask('POST', '/news', { as: admin, body })).json()
  expect([await statusOf(`/news/${news.id}`), await statusOf(`/news/${news.id}`, admin)]).toEqual([404, 200])
  expect((await shop.ask('POST', `/news/${news.id}`, { as: customer })).statusCode).toBe(404)
  expect(JSON.stringify([await get('/news'), await get('/news/user', customer)])).not.toContain('Very soon.')
  const shown = (await publish(`news/${news.id}`, { version: 1 })).json()
  expect(shown).toMatchObject({ publication: 'PUBLISHED', version: 2 })
  // The event of the article is still a draft.
  expect(await get(`/news/${news.id}`)).toMatchObject({ title: 'Later', event: null, eventTitle: null })
})

test('takes an article back as a draft', async () => {
  const id = await givenNews(shop.db)
  const reply = await publish(`news/${id}`, { version: 1, isDraft: true })
  expect(reply.json()).toMatchObject({ publication: 'DRAFT', publishedFrom: null })
  expect(await statusOf(`/news/${id}`)).toBe(404)
  expect((await get('/admin/news?publication=DRAFT', admin)).total).toBe(1)
  expect((await shop.app.inject('/sitemap.xml')).body).not.toContain(`/news/${id}<`)
})

test('hides and does not sell a product before its time', async () => {
  const { id: imageId } = await givenImage(shop.db, { uploadedBy: admin })
  const body = { name: 'Mug', description: 'A mug.', price: 500, points: 5, stock: 9, itemsPerCustomer: 9, imageId }
  const create = (publishing: object) =>
    shop.ask('POST', '/merchandise/products', { as: admin, body: { ...body, ...publishing } })
  const later = (await create({ publishedFrom: LATER })).json()
  const draft = (await create({ isDraft: true })).json()
  for (const { id } of [later, draft]) {
    expect([
      await statusOf(`/merchandise/products/${id}`),
      await statusOf(`/merchandise/products/${id}`, admin),
    ]).toEqual([404, 200])
    const line = { merchandiseProductId: id, quantity: 1, usePoints: false }
    expect((await shop.ask('POST', '/merchandise/purchases', { as: customer, body: line })).statusCode).toBe(404)
  }
  expect((await get('/merchandise/products?name=Mug')).total).toBe(0)
  const state = { as: admin, body: { state: 'ON_SALE' } }
  expect((await shop.ask('PATCH', `/merchandise/products/${draft.id}/state`, state)).statusCode).toBe(200)
  expect((await get('/merchandise/products?name=Mug')).total).toBe(1)
})

test('counts the dates of shows whose time came while no server was running for days', async () => {
  const [before, after] = [await givenSoldShow('Missed'), await givenSoldShow('Soon after')]
  for (const { showId } of [before, after]) {
    await publish(`shows/${showId}`, { version: 1, publishedFrom: LATER })
  }
  await sql`
    update event_shows set published_from = shop_now() - interval '3 days' where id = ${before.showId}`.execute(shop.db)
  const widen = eventTimesWidener(shop.db)
  await widen()
  expect((await get(`/events/${before.eventId}`)).startTime).not.toBeNull()
  await sql`update event_shows set published_from = shop_now() where id = ${after.showId}`.execute(shop.db)
  await widen()
  expect((await get(`/events/${after.eventId}`)).startTime).not.toBeNull()
})

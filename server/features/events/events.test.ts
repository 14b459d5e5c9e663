import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { givenArtist, givenEvent, givenImage, givenNews, givenShow, givenUser } from '#server/testing/test-data.ts'
import { givenBoughtTickets } from '#server/testing/given-sales.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let admin: UserId
let ada: UserId

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true })
  ada = await givenUser(shop.db)
})
afterAll(() => shop.close())

async function idsOf(query: string): Promise<number[]> {
  const reply = await shop.ask('GET', `/events?${query}`)
  expect(reply.statusCode).toBe(200)
  return reply.json().elements.map((event: { id: number }) => event.id)
}

test('finds events by parts of title and description, ignoring case and accents', async () => {
  const eventId = await givenEvent(shop.db, {
    title: 'Así fàn tutte',
    description: 'Łódź 100 % opera_buffa',
    type: 'OPERA',
  })
  expect(await idsOf(`title=${encodeURIComponent('ASI FÄN')}`)).toEqual([eventId])
  expect(await idsOf('title=asi&description=LODZ&type=OPERA')).toEqual([eventId])
  expect(await idsOf('title=asi&type=MOVIE')).toEqual([])
  expect(await idsOf(`description=${encodeURIComponent('100 %')}`)).toEqual([eventId])
})

test('treats wildcards in filters as plain characters', async () => {
  const eventId = await givenEvent(shop.db, { title: '50% of a\\b_c' })
  expect(await idsOf(`title=${encodeURIComponent('0% o')}`)).toEqual([eventId])
  expect(await idsOf(`title=${encodeURIComponent('a\\b_c')}`)).toEqual([eventId])
  expect(await idsOf(`title=${encodeURIComponent('5_%')}`)).toEqual([])
  expect(await idsOf(`title=${encodeURIComponent('5％a')}`)).toEqual([])
})

test('matches durations within half an hour, from the first show to the last', async () => {
  const { eventId } = await givenShow(shop.db, { title: 'Two evenings', startsIn: '10 days' })
  await givenShow(shop.db, { eventId, startsIn: '11 days' })
  const seconds = 26 * 3600
  for (const [duration, found] of [
    [seconds, true],
    [seconds + 1790, true],
    [seconds - 1790, true],
    [seconds + 1810, false],
    [seconds - 1810, false],
  ] as const) {
    expect(await idsOf(`title=evenings&duration=${duration}`)).toEqual(found ? [eventId] : [])
  }
  const event = (await shop.ask('GET', `/events/${eventId}`)).json()
  expect(event).toMatchObject({ title: 'Two evenings', imageName: null })
  expect(Math.abs(event.duration - seconds)).toBeLessThan(10)
  expect(Math.abs(Date.parse(event.endTime) - Date.parse(event.startTime) - event.duration * 1000)).toBeLessThan(2)
})

test('lists each event of an artist once, with the total on every page', async () => {
  const artistId = await givenArtist(shop.db)
  const { eventId } = await givenShow(shop.db, { artistId })
  await givenShow(shop.db, { artistId, eventId })
  const second = await givenShow(shop.db, { artistId, startsIn: '3 days' })
  expect(await idsOf(`artistId=${artistId}`)).toEqual([eventId, second.eventId])
  const page = (await shop.ask('GET', `/events?artistId=${artistId}&pageSize=1&pageIndex=1`)).json()
  expect([page.total, page.elements.length, page.elements[0].id]).toEqual([2, 1, second.eventId])
  const beyond = (await shop.ask('GET', `/events?artistId=${artistId}&pageSize=1&pageIndex=5`)).json()
  expect(beyond).toEqual({ total: 2, elements: [] })
})

test('orders events by their next show, not by the start of their runs', async () => {
  const run = await givenShow(shop.db, { title: 'Next of run', startsIn: '-3 days' })
  await givenShow(shop.db, { eventId: run.eventId, startsIn: '9 days' })
  const soon = await givenShow(shop.db, { title: 'Next of soon', startsIn: '5 days' })
  const cancelled = await givenShow(shop.db, { title: 'Next of cancelled', startsIn: '1 day' })
  await givenShow(shop.db, { eventId: cancelled.eventId, startsIn: '20 days' })
  const as = await givenUser(shop.db, { isAdmin: true })
  await shop.ask('POST', `/admin/shows/${cancelled.showId}/cancellation`, { as, body: { reason: 'Fire.' } })
  expect(await idsOf('title=next%20of')).toEqual([soon.eventId, run.eventId, cancelled.eventId])
})

test('orders upcoming events before undated ones and those before past ones', async () => {
  const title = 'Order of things'
  const none = await givenEvent(shop.db, { title })
  const { eventId: over } = await givenShow(shop.db, { title, startsIn: '-3 days' })
  const { eventId: later } = await givenShow(shop.db, { title, startsIn: '8 days' })
  const { eventId: soon } = await givenShow(shop.db, { title, startsIn: '1 day' })
  expect(await idsOf('title=order%20of')).toEqual([soon, later, none, over])
})

test('counts tickets bought and not refunded in the last 30 days for top sellers', async () => {
  const best = await givenShow(shop.db, { title: 'Best', type: 'COMEDY', seats: 6 })
  const good = await givenShow(shop.db, { title: 'Good', type: 'COMEDY', seats: 6 })
  const old = await givenShow(shop.db, { title: 'Old', type: 'COMEDY', seats: 6 })
  await givenBoughtTickets(shop.owner, ada, best, { places: best.seatIds.slice(0, 3) })
  await givenBoughtTickets(shop.owner, ada, good, { places: good.seatIds.slice(0, 2) })
  await givenBoughtTickets(shop.owner, ada, good, { places: good.seatIds.slice(2, 5), state: 'REFUNDED' })
  await givenBoughtTickets(shop.owner, ada, old, { places: old.seatIds, boughtAgo: '31 days' })
  await shop.ask('POST', '/tickets', {
    as: ada,
    body: { eventShowId: good.showId, seatingPlanPlaceIds: good.seatIds.slice(2) },
  })
  const top = (await shop.ask('GET', '/events/top?type=COMEDY')).json()
  expect(top.elements.map(({ id, ticketsSold }: { id: number; ticketsSold: number }) => [id, ticketsSold])).toEqual([
    [best.eventId, 3],
    [good.eventId, 2],
  ])
  expect((await shop.ask('GET', '/events/top?type=SPORTS')).json()).toEqual({ total: 0, elements: [] })
  expect((await shop.ask('GET', '/events/top')).json().total).toBe(2)
})

test('lets only administrators create events, with an existing image', async () => {
  const body = { title: 'New', type: 'MOVIE', description: 'A film.' }
  expect((await shop.ask('POST', '/events', { body })).statusCode).toBe(401)
  expect((await shop.ask('POST', '/events', { as: ada, body })).statusCode).toBe(403)
  const reply = await shop.ask('POST', '/events', { as: admin, body })
  expect(reply.statusCode).toBe(201)
  expect(reply.json()).toMatchObject({ ...body, startTime: null, endTime: null, duration: null, imageName: null })
  const image = await givenImage(shop.db)
  const illustrated = await shop.ask('POST', '/events', { as: admin, body: { ...body, imageId: image.id } })
  expect(illustrated.json().imageName).toBe(image.name)
  const missing = await shop.ask('POST', '/events', { as: admin, body: { ...body, imageId: 999_999 } })
  expect([missing.statusCode, missing.body]).toEqual([404, 'There is no such image.'])
  const wrong = await shop.ask('POST', '/events', { as: admin, body: { title: ' ', type: 'CIRCUS', description: '' } })
  expect([wrong.statusCode, wrong.body]).toEqual([
    422,
    'title: This field cannot contain only whitespace\ntype: Event type must be MOVIE, THEATRE, OPERA, CONCERT, COMEDY or SPORTS\ndescription: Value is required',
  ])
})

test('answers 404 for an unknown event and refuses an invalid id', async () => {
  expect((await shop.ask('GET', '/events/999999')).statusCode).toBe(404)
  expect((await shop.ask('GET', '/events/abc')).statusCode).toBe(422)
  expect((await shop.ask('GET', '/events/99999999999999')).statusCode).toBe(422)
})

test('edits and deletes events, removes a picture, and logs each with the changed fields', async () => {
  const { id: imageId } = await givenImage(shop.db)
  const body = { title: 'Old', type: 'MOVIE', description: 'A film.', imageId }
  const { id } = (await shop.ask('POST', '/events', { as: admin, body })).json()
  const path = `/admin/events/${id}`
  expect((await shop.ask('GET', path, { as: admin })).json()).toMatchObject({ imageId, version: 1, shows: 0 })
  const changed = { title: 'New', type: 'OPERA', description: 'A film.' }
  const edited = await shop.ask('PUT', path, { as: admin, body: { ...changed, version: 1 } })
  expect(edited.json()).toMatchObject({ ...changed, imageId: null, imageName: null, version: 2, nextShow: null })
  const late = await shop.ask('PUT', path, { as: admin, body: { ...changed, title: 'Late', version: 1 } })
  expect(late.statusCode).toBe(409)
  expect((await shop.ask('GET', `/events/${id}`)).json()).toMatchObject(changed)
  for (let time = 0; time < 2; time += 1) expect((await shop.ask('DELETE', path, { as: admin })).statusCode).toBe(204)
  expect((await shop.ask('GET', path, { as: admin })).body).toBe('This event was deleted.')
  const log = await shop.db.selectFrom('change_log').select(['action', 'changes']).where('record_id', '=', id).execute()
  expect(log).toEqual([
    { action: 'CREATED', changes: [] },
    {
      action: 'EDITED',
      changes: [
        { field: 'imageId', from: imageId, to: null },
        { field: 'title', from: 'Old', to: 'New' },
        { field: 'type', from: 'MOVIE', to: 'OPERA' },
      ],
    },
    { action: 'DELETED', changes: [] },
  ])
})

test('lists events for administrators with their next show, and keeps those in use', async () => {
  const { eventId } = await givenShow(shop.db, { title: 'Desk piece', type: 'SPORTS', startsIn: '-2 days' })
  const next = await givenShow(shop.db, { eventId, startsIn: '4 days' })
  await givenNews(shop.db, { eventId })
  const [event] = (await shop.ask('GET', '/admin/events?title=desk&type=SPORTS', { as: admin })).json().elements
  const show = (await shop.ask('GET', `/eventshows/${next.showId}`)).json()
  expect(event).toMatchObject({ id: eventId, shows: 2, nextShow: { startTime: show.startTime } })
  expect(event.nextShow.timeZone).toBe('Europe/Vienna')
  const idle = await givenEvent(shop.db, { title: 'Desk idle' })
  const { eventId: first } = await givenShow(shop.db, { title: 'Desk first', startsIn: '3 days' })
  const all = (await shop.ask('GET', '/admin/events?title=desk', { as: admin })).json().elements
  expect(all.map(({ id }: { id: number }) => id)).toEqual([first, eventId, idle])
  const used = await shop.ask('DELETE', `/admin/events/${eventId}`, { as: admin })
  expect(used.body).toBe("This event can't be deleted because it has 2 shows and 1 news article.")
})

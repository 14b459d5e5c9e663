import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'

const PAYMENT = { userPaymentInfoDto: { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }, paymentType: 'VISA' }

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
const publish = (path: string, body: object) => shop.ask('PUT', `/admin/${path}/publication`, { as: admin, body })
const reserve = (showId: number, placeId: number | undefined, as = customer) =>
  shop.ask('POST', '/tickets', { as, body: { eventShowId: showId, seatingPlanPlaceIds: [placeId] } })

test('sells nothing of a show whose sale has ended, also no reservation', async () => {
  const show = await givenShow(shop.db, { startsIn: '2 hours' })
  const { elements } = (await reserve(show.showId, show.seatIds[1])).json()
  const ended = new Date(Date.now() - 1_000).toISOString()
  const reply = await publish(`shows/${show.showId}`, { version: 1, saleEndsAt: ended })
  expect(reply.json()).toMatchObject({ publication: 'OFF_SALE', saleEndsAt: ended })
  const refused = await reserve(show.showId, show.standingPlaceId)
  expect([refused.statusCode, refused.body]).toEqual([409, 'Tickets for this show are not on sale.'])
  const body = { eventShowId: show.showId, quantity: 1 }
  expect((await shop.ask('POST', '/tickets/best-available', { as: customer, body })).statusCode).toBe(409)
  const order = await shop.ask('POST', '/orders', { as: customer, body: { ...PAYMENT, ticketIds: [elements[0].id] } })
  expect([order.statusCode, order.body]).toEqual([409, 'Tickets for this show are not on sale.'])
  expect(await get(`/eventshows/${show.showId}`)).toMatchObject({ isOffSale: true, availability: 'OFF_SALE' })
  const back = await publish(`shows/${show.showId}`, { version: 2 })
  expect(back.json()).toMatchObject({ publication: 'PUBLISHED', saleEndsAt: null })
  expect((await reserve(show.showId, show.standingPlaceId)).statusCode).toBe(201)
})

test('sells to customers from the start of the sale, and at the desk before', async () => {
  onTestFinished(() => shiftClock(shop.owner, '0'))
  const show = await givenShow(shop.db, { startsIn: '2 hours' })
  const held = (await reserve(show.showId, show.seatIds[1])).json().elements
  const saleStartsAt = new Date(Date.now() + 3_600_000).toISOString()
  const saved = await publish(`shows/${show.showId}`, { version: 1, saleStartsAt })
  expect(saved.json()).toMatchObject({ publication: 'PUBLISHED', saleStartsAt })
  const refused = await reserve(show.showId, show.standingPlaceId)
  expect([refused.statusCode, refused.headers['x-problem']]).toEqual([409, 'sale_not_started'])
  expect(refused.body).toMatch(/^Tickets for this show are on sale from \w{3} \d{4}\/\d\d\/\d\d \d\d:\d\d\.$/)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
  const body = { eventShowId: show.showId, quantity: 1 }
  const best = await shop.ask('POST', '/tickets/best-available', { as: customer, body })
  expect(best.headers['x-problem']).toBe('sale_not_started')
  expect((await reserve(show.showId, show.standingPlaceId, admin)).headers['x-problem']).toBe('sale_not_started')
  // Reservations of before can be paid.
  const order = await shop.ask('POST', '/orders', { as: customer, body: { ...PAYMENT, ticketIds: [held[0].id] } })
  expect(order.statusCode, order.body).toBe(201)
  const hold = { placeIds: [show.standingPlaceId], reason: 'Press' }
  expect((await shop.ask('POST', `/admin/shows/${show.showId}/holds`, { as: admin, body: hold })).statusCode).toBe(201)

  expect(await get(`/eventshows/${show.showId}`)).toMatchObject({ availability: 'NOT_YET', saleStartsAt })
  const listed = (await get(`/eventshows?eventId=${show.eventId}`)).elements
  expect(listed).toMatchObject([{ availability: 'NOT_YET', saleStartsAt }])
  const page = (await shop.app.inject(`/event/${show.eventId}/event-shows`)).body
  expect(page).toMatch(/"availability":"https:\/\/schema.org\/PreOrder"[^}]*"validFrom":"/)
  const sale = await get(`/eventshows/${show.showId}/sale-start`)
  expect(sale.saleStartsAt).toBe(saleStartsAt)
  expect(Math.abs(Date.parse(sale.now) - Date.now())).toBeLessThan(60_000)

  await shiftClock(shop.owner, '61 minutes')
  expect(await get(`/eventshows/${show.showId}`)).toMatchObject({ availability: 'FREE' })
  expect((await reserve(show.showId, show.standingPlaceId)).statusCode).toBe(201)
})

test('moves the end of a sale with the start of its show, unless the sale has ended', async () => {
  const show = await givenShow(shop.db, { startsIn: '2 days' })
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const path = `/admin/shows/${show.showId}`
  const move = async (startTime: string) => {
    const { name, price, artist, location, seatingPlan, version } = await get(path, admin)
    const parts = { artistId: artist.id, locationId: location.id, seatingPlanId: seatingPlan.id }
    const endTime = new Date(Date.parse(startTime) + 7_200_000).toISOString()
    const body = { name, price, ...parts, startTime, endTime, version }
    return shop.ask('PUT', path, { as: admin, body })
  }
  const hoursLeft = ({ startTime, saleEndsAt }: Record<'startTime' | 'saleEndsAt', string>) =>
    (Date.parse(startTime) - Date.parse(saleEndsAt)) / 3_600_000
  await publish(`shows/${show.showId}`, { version: 1, saleStartsAt: inHours(10), saleEndsAt: inHours(46) })
  const moved = (await move(inHours(480))).json()
  expect(hoursLeft(moved)).toBeCloseTo(2, 1)
  const log = await get('/admin/log', admin)
  const [{ changes: logged }] = log.elements
  expect(logged).toContainEqual({ field: 'saleEndsAt', from: expect.any(String), to: moved.saleEndsAt })
  const crossed = await move(inHours(11))
  expect([crossed.statusCode, crossed.body]).toEqual([
    422,
    'startTime: The end of the sale moves with the show, and would be before the sale starts',
  ])

  const saleEndsAt = inHours(-1)
  await publish(`shows/${show.showId}`, { version: 3, saleEndsAt })
  expect((await move(inHours(960))).json()).toMatchObject({ saleEndsAt, publication: 'OFF_SALE', version: 5 })
})

test('refuses a sale that would start after its end or its show, at the field', async () => {
  const show = await givenShow(shop.db, { startsIn: '2 days' })
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const path = `shows/${show.showId}`
  const late = await publish(path, { version: 1, saleStartsAt: inHours(49) })
  expect([late.statusCode, late.body]).toEqual([422, 'saleStartsAt: The sale must start before the show does'])
  const crossed = await publish(path, { version: 1, saleStartsAt: inHours(3), saleEndsAt: inHours(2) })
  expect(crossed.body).toBe('saleStartsAt: The sale must start before it ends')
  expect((await publish(path, { version: 1, saleStartsAt: inHours(24) })).statusCode).toBe(200)
  const { name, price, artist, location, seatingPlan } = await get(`/admin/shows/${show.showId}`, admin)
  const parts = { artistId: artist.id, locationId: location.id, seatingPlanId: seatingPlan.id }
  const times = { startTime: inHours(20), endTime: inHours(22) }
  const moved = await shop.ask('PUT', `/admin/shows/${show.showId}`, {
    as: admin,
    body: { name, price, ...parts, ...times, version: 2, isConfirmed: true },
  })
  expect(moved.body).toBe('startTime: The show must start after its sale does')
  const made = await shop.ask('POST', '/admin/shows', {
    as: admin,
    body: {
      name,
      price,
      ...parts,
      eventId: show.eventId,
      times: [times],
      saleStartsAt: inHours(21),
      isConfirmed: true,
    },
  })
  expect(made.body).toBe('saleStartsAt: The sale must start before the show does')
  const body = { name, price, ...parts, eventId: show.eventId, ...times, saleStartsAt: inHours(10) }
  const created = await shop.ask('POST', '/eventshows', { as: admin, body })
  expect([
    created.statusCode,
    (await shop.ask('GET', `/eventshows/${created.json().id}/sale-start`)).statusCode,
  ]).toEqual([201, 200])
})

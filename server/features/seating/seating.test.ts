import { afterAll, beforeAll, expect, test } from 'vitest'
import { seatingPlan } from '#contract/seating.ts'
import type { UserId } from '#domain/ids.ts'
import { givenPlan, givenShow, givenUser } from '#server/testing/given.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let ada: UserId

beforeAll(async () => {
  shop = await openTestShop()
  ada = await givenUser(shop.db)
})
afterAll(() => shop.close())

test('seating plans are found by name, each with its own sectors and without their places', async () => {
  const { seatingPlanId } = await givenPlan(shop.db, {})
  const other = await givenPlan(shop.db, {})
  const found = (await shop.ask('GET', '/seatingplans?name=SMALL')).json()
  expect(found).toMatchObject({
    total: 2,
    elements: [{ id: seatingPlanId, name: 'Small hall', aspect: 1 }, { id: other.seatingPlanId }],
  })
  for (const { sectors } of found.elements) {
    expect(sectors.map(({ name }: { name: string }) => name)).toEqual(['Stalls', 'Floor'])
    for (const sector of sectors) expect(sector).not.toHaveProperty('places')
  }
  expect((await shop.ask('GET', '/seatingplans?name=large')).json().total).toBe(0)
})

test('a show’s plan has every sector and place in the contract’s shape, and answers 304 to who has it', async () => {
  const { showId, seatingPlanId, seatIds, standingPlaceId } = await givenShow(shop.db, { seats: 3 })
  const reply = await shop.ask('GET', `/seatingplans/event-show/${showId}`)
  expect(reply.statusCode).toBe(200)
  const plan = reply.json()
  expect(seatingPlan.parse(plan)).toEqual(plan)
  expect(plan).toMatchObject({ id: seatingPlanId, aspect: 1, focalPoint: { x: 50, y: 0 } })
  const placesOf = (name: string) =>
    plan.sectors.find((sector: { name: string }) => sector.name === name).places.map(({ id }: { id: number }) => id)
  expect(placesOf('Stalls')).toEqual(seatIds)
  expect(placesOf('Floor')).toEqual([standingPlaceId])
  const again = await shop.ask('GET', `/seatingplans/event-show/${showId}`, {
    headers: { 'if-none-match': String(reply.headers.etag) },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await shop.ask('GET', '/seatingplans/event-show/999999')).body).toBe('There is no such show.')
})

test('standing room counts living tickets: what has run out is free at once', async () => {
  const show = await givenShow(shop.db, { standing: 20 })
  const ask = async () =>
    (
      await shop.ask('GET', `/seatingplans/capacity?seatingPlanId=${show.seatingPlanId}&eventShowId=${show.showId}`)
    ).json()
  const seatingPlanPlaceId = show.standingPlaceId
  expect(await ask()).toEqual({ total: 1, elements: [{ seatingPlanPlaceId, occupied: 0, capacity: 20 }] })
  const places = Array.from({ length: 5 }, () => show.standingPlaceId)
  await shop.ask('POST', '/tickets', { as: ada, body: { eventShowId: show.showId, seatingPlanPlaceIds: places } })
  expect((await ask()).elements).toEqual([{ seatingPlanPlaceId, occupied: 5, capacity: 20 }])
  const two = shop.db.selectFrom('tickets').select('id').where('event_show_id', '=', show.showId).limit(2)
  await shop.db
    .updateTable('tickets')
    .set({ reserved_until: new Date(0) })
    .where('id', 'in', two)
    .execute()
  expect((await ask()).elements).toEqual([{ seatingPlanPlaceId, occupied: 3, capacity: 20 }])
})

test('a plan that is not the show’s has no capacity to tell', async () => {
  const one = await givenShow(shop.db)
  const other = await givenShow(shop.db)
  const reply = await shop.ask(
    'GET',
    `/seatingplans/capacity?seatingPlanId=${one.seatingPlanId}&eventShowId=${other.showId}`,
  )
  expect(reply.statusCode).toBe(404)
})

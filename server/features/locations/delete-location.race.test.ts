import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LocationId, SeatingPlanId, UserId } from '#domain/ids.ts'
import { givenArtist, givenEvent, givenLocation, givenPlan, givenUser } from '#server/testing/test-data.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let admin: UserId
let show: object
let seatingPlanId: SeatingPlanId

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true })
  seatingPlanId = (await givenPlan(shop.db, {})).seatingPlanId
  show = {
    name: 'Evening',
    eventId: await givenEvent(shop.db),
    artistId: await givenArtist(shop.db),
    seatingPlanId,
    startTime: new Date(Date.now() + 86_400_000),
    endTime: new Date(Date.now() + 90_000_000),
    price: 1_000,
  }
})
afterAll(() => shop.close())

const makeShow = (locationId: LocationId) =>
  shop.ask('POST', '/eventshows', { as: admin, body: { ...show, locationId } })

const remove = (id: LocationId) => shop.ask('DELETE', `/admin/locations/${id}`, { as: admin })

test('makes a new show wait while its location is deleted, then refuses it', async () => {
  const location = await givenLocation(shop.db)
  let reply: ReturnType<typeof makeShow> | undefined
  await shop.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('locations').where('id', '=', location).execute()
    reply = makeShow(location)
    expect(await Promise.race([reply, pause(200)])).toBe('still waiting')
  })
  expect([(await reply)?.statusCode, (await reply)?.body]).toEqual([404, 'There is no such location.'])
})

test('leaves either shows with their location or no location after a race', async () => {
  const outcomes = new Set<number>()
  for (let round = 0; round < 10; round += 1) {
    const location = await givenLocation(shop.db)
    const makeShows = () => race(5, () => makeShow(location))
    const early = round % 2 ? makeShows() : undefined
    const removing = remove(location)
    const replies = await (early ?? makeShows())
    const { statusCode } = await removing
    outcomes.add(statusCode)
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([statusCode === 204 ? 404 : 201]))
  }
  expect([...outcomes].every((status) => status === 204 || status === 409)).toBe(true)
  await expectCleanBooks(shop.db)
})

test('control: without the lock, the foreign key refuses a show whose location is being deleted', async () => {
  const location = await givenLocation(shop.db)
  const { id } = (await makeShow(await givenLocation(shop.db))).json()
  let changed: Promise<unknown> | undefined
  await shop.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('locations').where('id', '=', location).execute()
    changed = shop.owner
      .updateTable('event_shows')
      .set({ location_id: location })
      .where('id', '=', id)
      .execute()
      .catch((error: { code: unknown }) => error.code)
    expect(await Promise.race([changed, pause(200)])).toBe('still waiting')
  })
  expect(await changed).toBe('23503')
})

const pause = (milliseconds: number) =>
  new Promise<string>((resolve) => {
    setTimeout(() => resolve('still waiting'), milliseconds)
  })

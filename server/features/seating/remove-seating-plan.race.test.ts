import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SeatingPlanId, UserId } from '#domain/ids.ts'
import { givenArtist, givenEvent, givenLocation, givenPlan, givenUser } from '#server/testing/test-data.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { removeSeatingPlan } from './remove-seating-plan.ts'

let shop: TestShop
let admin: UserId
let show: object

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true })
  show = {
    name: 'Evening',
    eventId: await givenEvent(shop.db),
    artistId: await givenArtist(shop.db),
    locationId: await givenLocation(shop.db),
    startTime: new Date(Date.now() + 86_400_000),
    endTime: new Date(Date.now() + 90_000_000),
    price: 1_000,
  }
})
afterAll(() => shop.close())

/** Creates a named plan with two seats and a floor. */
async function givenPlanNamed(name: string): Promise<SeatingPlanId> {
  const { seatingPlanId } = await givenPlan(shop.db, {})
  await shop.owner.updateTable('seating_plans').set({ name }).where('id', '=', seatingPlanId).execute()
  return seatingPlanId
}

const makeShow = (seatingPlanId: SeatingPlanId) =>
  shop.ask('POST', '/eventshows', { as: admin, body: { ...show, seatingPlanId } })

const remove = (name: string) =>
  removeSeatingPlan(shop.db, name).catch((error: unknown) => (error instanceof Error ? error.message : ''))

async function placesOf(seatingPlanId: SeatingPlanId): Promise<number> {
  const sectors = shop.db.selectFrom('sectors').select('id').where('seating_plan_id', '=', seatingPlanId)
  return (await shop.db.selectFrom('places').select('id').where('sector_id', 'in', sectors).execute()).length
}

test('removes an unused plan with its sectors and places, and no other plan', async () => {
  const [gone, kept] = [await givenPlanNamed('Draft'), await givenPlanNamed('Draft 2')]
  expect(await remove('DRAFT')).toBe('Draft')
  expect([await placesOf(gone), await placesOf(kept)]).toEqual([0, 3])
  expect((await shop.ask('GET', '/seatingplans?name=draft')).json().elements).toMatchObject([{ name: 'Draft 2' }])
  expect(await remove('Draft')).toBe("There is no seating plan called 'Draft'. All there are: npm run plan -- --list")
})

test('keeps a plan that shows use, also past ones', async () => {
  const used = await givenPlanNamed('Used')
  expect((await makeShow(used)).statusCode).toBe(201)
  expect(await remove('used')).toBe("A show uses the seating plan 'Used', so it stays.")
  expect((await makeShow(used)).statusCode).toBe(201)
  await shop.owner
    .updateTable('event_shows')
    .set({ starts_at: new Date(0), ends_at: new Date(1) })
    .where('seating_plan_id', '=', used)
    .execute()
  expect(await remove('used')).toBe("2 shows use the seating plan 'Used', so it stays.")
  expect(await placesOf(used)).toBe(3)
})

test('makes a new show wait while its plan is removed, then refuses it', async () => {
  const plan = await givenPlanNamed('Going')
  let reply: ReturnType<typeof makeShow> | undefined
  await shop.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('seating_plans').where('id', '=', plan).execute()
    reply = makeShow(plan)
    expect(await Promise.race([reply, pause(200)])).toBe('still waiting')
  })
  expect([(await reply)?.statusCode, (await reply)?.body]).toEqual([404, 'There is no such seating plan.'])
})

test('makes a removal wait while a show gets the plan, then refuses it', async () => {
  const plan = await givenPlanNamed('Coming')
  const { id } = (await makeShow(await givenPlanNamed('Other'))).json()
  let removed: Promise<string> | undefined
  await shop.owner.transaction().execute(async (tx) => {
    await tx.updateTable('event_shows').set({ seating_plan_id: plan }).where('id', '=', id).execute()
    removed = remove('Coming')
    expect(await Promise.race([removed, pause(200)])).toBe('still waiting')
  })
  expect(await removed).toBe("A show uses the seating plan 'Coming', so it stays.")
  expect(await placesOf(plan)).toBe(3)
})

test('leaves either shows with a complete plan or no plan after a race', async () => {
  for (let round = 0; round < 10; round += 1) {
    const name = `Round ${round}`
    const plan = await givenPlanNamed(name)
    const makeShows = () => race(7, () => makeShow(plan))
    const early = round % 2 ? makeShows() : undefined
    const removing = remove(name)
    const replies = await (early ?? makeShows())
    const isGone = (await removing) === name
    if (!isGone)
      expect(await removing).toMatch(/^(A show uses|\d shows use) the seating plan 'Round \d', so it stays\.$/)
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([isGone ? 404 : 201]))
    expect(await placesOf(plan)).toBe(isGone ? 0 : 3)
  }
  await expectCleanBooks(shop.db)
})

const pause = (milliseconds: number) =>
  new Promise<string>((resolve) => {
    setTimeout(() => resolve('still waiting'), milliseconds)
  })

const retire = (seatingPlanId: SeatingPlanId, name: string) =>
  shop.ask('PUT', `/admin/seating-plans/${seatingPlanId}`, { as: admin, body: { name, isRetired: true, version: 1 } })

async function showsOf(seatingPlanId: SeatingPlanId): Promise<number> {
  const shows = shop.db.selectFrom('event_shows').select('id').where('seating_plan_id', '=', seatingPlanId)
  return (await shows.execute()).length
}

test('creates no show of a plan after it is retired, whatever races', async () => {
  let refused = 0
  for (let round = 0; round < 5; round += 1) {
    const name = `Retired ${round}`
    const plan = await givenPlanNamed(name)
    const making = race(6, async (index) => {
      await pause(index * 4)
      return makeShow(plan)
    })
    await pause(round * 5)
    expect((await retire(plan, name)).statusCode).toBe(200)
    const made = await showsOf(plan)
    const replies = await making
    expect(await showsOf(plan)).toBe(made)
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(made)
    refused += replies.filter(({ statusCode }) => statusCode === 409).length
  }
  expect(refused).toBeGreaterThan(0)
})

// Control: without the lock of the plan a retirement passes a creation that has read the plan already.
test('makes the retirement of a plan wait for the creation of a show, which a bare update does not', async () => {
  const plan = await givenPlanNamed('Awaited')
  let reply: ReturnType<typeof retire> | undefined
  await shop.db.transaction().execute(async (tx) => {
    await tx.selectFrom('seating_plans').select('id').where('id', '=', plan).forKeyShare().execute()
    await shop.owner.updateTable('seating_plans').set({ retired_at: null }).where('id', '=', plan).execute()
    reply = retire(plan, 'Awaited')
    expect(await Promise.race([reply, pause(200)])).toBe('still waiting')
  })
  expect((await reply)?.statusCode).toBe(200)
})

import { expect, test } from 'vitest'
import type { ShowId } from '#domain/ids.ts'
import { minutesAgo, openEntryRig, outcome, storedScan } from '#server/testing/entry-rig.ts'
import { givenScanner } from '#server/testing/given-entry.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'

const { shop, customer, staff, buy, upload, pairEarlier } = await openEntryRig()
const admin = await givenUser(shop.db, { isAdmin: true })

/** Moves a show by hours. */
async function postpone({ showId }: Show, hours: number): Promise<void> {
  const path = `/admin/shows/${showId}`
  const { name, startTime, endTime, price, artist, location, seatingPlan, version } = (
    await shop.ask('GET', path, { as: admin })
  ).json()
  const later = (time: string) => new Date(Date.parse(time) + hours * 3_600_000).toISOString()
  const ids = { artistId: artist.id, locationId: location.id, seatingPlanId: seatingPlan.id }
  const times = { startTime: later(startTime), endTime: later(endTime) }
  const body = { name, price, ...ids, ...times, version, isConfirmed: true }
  const reply = await shop.ask('PUT', path, { as: admin, body })
  expect(reply.statusCode, reply.body).toBe(200)
}

const countersOf = async (showId: ShowId) =>
  (await shop.ask('GET', `/admin/shows/${showId}/entry`, { as: staff })).json().counters

const refund = async (id: number) =>
  (await shop.ask('PUT', `/tickets/${id}/cancelation`, { as: customer })).headers['x-problem']

test('lets people who were admitted come again, or return their tickets, after their show was postponed', async () => {
  const show = await givenShow(shop.db, { seats: 9, startsIn: '30 minutes' })
  const door = await givenScanner(shop.ask, staff, show.showId)
  const [first, second, third] = [await buy(show), await buy(show), await buy(show)]
  for (const { code } of [first, second, third]) expect(outcome(await door.scan(code))).toEqual(['ADMITTED', null])
  expect(await refund(second.id)).toBe('ticket_used')
  await postpone(show, 24 * 30)

  expect(await countersOf(show.showId)).toMatchObject({ admitted: 0, inside: 0 })
  expect(await refund(second.id)).toBeUndefined()
  expect(outcome(await door.scan(first.code))).toEqual(['ADMITTED', null])
  expect(outcome(await door.scan(first.code))).toEqual(['REFUSED', 'ALREADY_IN'])
  expect(await countersOf(show.showId)).toMatchObject({ admitted: 1, inside: 1 })
  await pairEarlier()
  const late = storedScan({ at: minutesAgo(5), showId: show.showId, code: third.code }, 100)
  expect((await upload(door, [late])).statusCode).toBe(200)
  expect(outcome(await door.scan(third.code))).toEqual(['ADMITTED', null])
})

test('keeps the people in the venue of a show that begins some hours later', async () => {
  const show = await givenShow(shop.db, { seats: 9, startsIn: '30 minutes' })
  const door = await givenScanner(shop.ask, staff, show.showId)
  const { code } = await buy(show)
  await door.scan(code)
  await postpone(show, 2)
  expect(outcome(await door.scan(code))).toEqual(['REFUSED', 'ALREADY_IN'])
  expect(await countersOf(show.showId)).toMatchObject({ admitted: 1, inside: 1 })
})

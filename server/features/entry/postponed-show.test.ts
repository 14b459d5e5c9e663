import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ShowId } from '#domain/ids.ts'
import { minutesAgo, openEntryRig, outcome, storedScan } from '#server/testing/entry-rig.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { givenScanner } from '#server/testing/given-entry.ts'
import { doJobs } from '#server/testing/jobs.ts'
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

test('keeps the people in the venue of a show that was moved by mistake', async () => {
  const show = await givenShow(shop.db, { seats: 9, startsIn: '30 minutes' })
  const door = await givenScanner(shop.ask, staff, show.showId)
  const [inside, outside] = [await buy(show), await buy(show)]
  await door.scan(inside.code)
  await postpone(show, 24)
  await postpone(show, -24)
  expect(await countersOf(show.showId)).toMatchObject({ admitted: 1, inside: 1 })
  expect(outcome(await door.scan(inside.code))).toEqual(['REFUSED', 'ALREADY_IN'])
  expect(await refund(inside.id)).toBe('ticket_used')
  expect(outcome(await door.scan(outside.code))).toEqual(['ADMITTED', null])
})

test('keeps the people in the venue of a show that begins some hours later', async () => {
  const show = await givenShow(shop.db, { seats: 9, startsIn: '8 hours' })
  const door = await givenScanner(shop.ask, staff, show.showId)
  const { code } = await buy(show)
  await door.scan(code)
  await postpone(show, 2)
  expect(outcome(await door.scan(code))).toEqual(['REFUSED', 'ALREADY_IN'])
  expect(await countersOf(show.showId)).toMatchObject({ admitted: 1, inside: 1 })
})

test('keeps the people in the venue of a show that begins some hours later and was postponed before', async () => {
  const show = await givenShow(shop.db, { seats: 9, startsIn: '30 minutes' })
  const door = await givenScanner(shop.ask, staff, show.showId)
  const { id, code } = await buy(show)
  await postpone(show, 24)
  await postpone(show, -22)
  expect(outcome(await door.scan(code))).toEqual(['ADMITTED', null])
  await postpone(show, 4.5)
  expect(outcome(await door.scan(code))).toEqual(['REFUSED', 'ALREADY_IN'])
  expect(await countersOf(show.showId)).toMatchObject({ admitted: 1, inside: 1 })
  expect(await refund(id)).toBe('ticket_used')
})

test('offers the return of tickets that were not used at the door, in the mail about a short delay', async () => {
  const show = await givenShow(shop.db, { seats: 9, startsIn: '8 hours' })
  const door = await givenScanner(shop.ask, staff, show.showId)
  const [first, second] = [await buy(show), await buy(show)]
  await doJobs(shop)
  const rightAfterDelay = async () => {
    await postpone(show, 1)
    return (await doJobs(shop)).map(({ paragraphs }) => paragraphs.at(-1))
  }
  expect(await rightAfterDelay()).toEqual([expect.stringMatching(/you can return .* You'll get your money back\.$/)])
  await door.scan(first.code)
  expect(await rightAfterDelay()).toEqual([
    expect.stringMatching(/you can return .* Tickets that were used at the door can't be returned\.$/),
  ])
  await door.scan(second.code)
  expect(await rightAfterDelay()).toEqual(["Your tickets were used at the door, so they can't be returned."])
})

test('lets no scan at the moment of the postponement count for the new date', async () => {
  const show = await givenShow(shop.db, { seats: 20, startsIn: '30 minutes' })
  const door = await givenScanner(shop.ask, staff, show.showId)
  const tickets = []
  for (let seat = 0; seat < 12; seat += 1) tickets.push(await buy(show))
  const scans = tickets.map(async ({ code }, index) => {
    await pause(index * 4)
    return door.scan(code)
  })
  const [, ...verdicts] = await Promise.all([pause(15).then(() => postpone(show, 24)), ...scans])
  for (const { reason } of verdicts) expect([null, 'TOO_EARLY']).toContain(reason)
  expect(await countersOf(show.showId)).toMatchObject({ admitted: 0, inside: 0 })
})

// The last test: it shifts the clock.

test('lets people who were admitted come again, or return their tickets, after their show was postponed', async () => {
  const show = await givenShow(shop.db, { seats: 9, startsIn: '30 minutes' })
  const door = await givenScanner(shop.ask, staff, show.showId)
  const [first, second, third, fourth] = [await buy(show), await buy(show), await buy(show), await buy(show)]
  for (const { code } of [first, second, third]) expect(outcome(await door.scan(code))).toEqual(['ADMITTED', null])
  expect(await refund(second.id)).toBe('ticket_used')
  await postpone(show, 24 * 30)

  expect(await countersOf(show.showId)).toMatchObject({ admitted: 0, inside: 0 })
  expect(await refund(second.id)).toBeUndefined()
  expect(outcome(await door.scan(first.code))).toEqual(['REFUSED', 'TOO_EARLY'])
  await pairEarlier()
  const late = storedScan({ at: minutesAgo(0), showId: show.showId, code: fourth.code }, 100)
  expect((await upload(door, [late])).statusCode).toBe(200)
  expect(await countersOf(show.showId)).toMatchObject({ admitted: 0, inside: 0 })

  await shiftClock(shop.owner, `${24 * 30} hours`)
  const later = await givenScanner(shop.ask, staff, show.showId)
  expect(outcome(await later.scan(first.code))).toEqual(['ADMITTED', null])
  expect(outcome(await later.scan(first.code))).toEqual(['REFUSED', 'ALREADY_IN'])
  expect(outcome(await later.scan(fourth.code))).toEqual(['ADMITTED', null])
  expect(await countersOf(show.showId)).toMatchObject({ admitted: 2, inside: 2 })
})

import { afterEach, expect, test } from 'vitest'
import type { Ticket } from '#contract/tickets.ts'
import type { TicketId } from '#domain/ids.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { givenArtist, givenUser } from '#server/testing/test-data.ts'
import { openTransferShop } from '#server/testing/transfer-shop.ts'

const HOUR_MS = 3_600_000
const shop = await openTransferShop()
const admin = await givenUser(shop.db, { isAdmin: true })
afterEach(() => shiftClock(shop.owner, '0'))

/** Gives the show another artist, and offers refunds until a day after its end. Returns its times. */
async function offerRefunds() {
  const path = `/admin/shows/${shop.show.showId}`
  const { name, startTime, endTime, price, location, seatingPlan, version } = (
    await shop.ask('GET', path, { as: admin })
  ).json()
  const ids = { artistId: await givenArtist(shop.db), locationId: location.id, seatingPlanId: seatingPlan.id }
  const refundsUntil = new Date(Date.parse(endTime) + 24 * HOUR_MS).toISOString()
  const body = { name, startTime, endTime, price, ...ids, version, isConfirmed: true, refundsUntil }
  const reply = await shop.ask('PUT', path, { as: admin, body })
  expect(reply.statusCode, reply.body).toBe(200)
  return { startsAt: Date.parse(startTime), endsAt: Date.parse(endTime) }
}

const setClock = (time: number) => shiftClock(shop.owner, `${time - Date.now()} milliseconds`)

async function refundOf(id: TicketId, as = shop.ada) {
  const { elements } = (await shop.ask('GET', '/users/tickets', { as })).json<{ elements: Ticket[] }>()
  return elements.find((each) => each.id === id)
}

test('lets the buyer return a ticket that was given away, as offered after the show, unless it was used', async () => {
  const [unused, used] = [await shop.offered(), await shop.offered()]
  for (const { token } of [unused, used]) expect((await shop.accept(token)).statusCode).toBe(200)
  await shop.buy()
  await doJobs(shop)
  const { startsAt, endsAt } = await offerRefunds()
  const mails = (await doJobs(shop)).filter(({ subject }) => subject.startsWith('Your show has changed'))
  const rightOf = (email: string) => mails.find(({ to }) => to.email === email)?.paragraphs.at(-1)
  expect(rightOf('ada@foyer.example')).toMatch(
    /even after the show\. Those that others have now: once they have given them back, or after the show\./,
  )
  expect(rightOf('bea@foyer.example')).toBe(
    "If you can't make it, give the ticket back before the show starts: the buyer can return it.",
  )

  await setClock(startsAt + 1_000)
  expect((await shop.refund(unused.id)).headers['x-problem']).toBe('ticket_given_away')
  expect(await refundOf(unused.id)).not.toHaveProperty('refund')
  const admission = { ticketId: used.id, reason: 'No phone' }
  const path = `/admin/shows/${shop.show.showId}/admissions`
  const admitted = await shop.ask('POST', path, { as: shop.staff, body: admission })
  expect(admitted.statusCode, admitted.body).toBeLessThan(300)

  await setClock(endsAt + 1_000)
  expect(await refundOf(unused.id)).toHaveProperty('refund')
  const received = await refundOf(unused.id, shop.bea)
  expect(received).toMatchObject({ price: null, receivedFrom: 'Ada' })
  expect(received).not.toHaveProperty('refund')
  expect((await shop.refund(used.id)).headers['x-problem']).toBe('ticket_used')
  expect((await shop.refund(unused.id, shop.bea)).statusCode).toBe(404)
  expect((await shop.refund(unused.id)).statusCode).toBe(200)
  expect(await shop.stateOf(unused.id)).toMatchObject({ state: 'REFUNDED' })
  await setClock(endsAt + 25 * HOUR_MS)
  await expectCleanBooks(shop.db)
})

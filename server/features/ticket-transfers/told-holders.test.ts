import { expect, test } from 'vitest'
import { doJobs } from '#server/testing/jobs.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { openTransferShop } from '#server/testing/transfer-shop.ts'

const shop = await openTransferShop()

test('tells buyer and receiver of a handed-on ticket of a changed venue and a moved show', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const { token } = await shop.offered()
  expect((await shop.accept(token)).statusCode).toBe(200)
  await shop.buy(shop.bea)
  await doJobs(shop)
  const edit = async (path: string, body: object) => {
    const asked = await shop.ask('PUT', path, { as: admin, body })
    expect(asked.body).toContain('2 customers with 2 tickets or reservations will get an email about this change.')
    return (await shop.ask('PUT', path, { as: admin, body: { ...body, isConfirmed: true } })).statusCode
  }
  const { locationId, endsAt } = await shop.db
    .selectFrom('event_shows')
    .select(['location_id as locationId', 'ends_at as endsAt'])
    .where('id', '=', shop.show.showId)
    .executeTakeFirstOrThrow()

  const told = async () => {
    const mails = (await doJobs(shop)).toSorted((one, other) => one.to.email.localeCompare(other.to.email))
    return mails.map(({ to, subject, paragraphs, cards, calendar = '' }) => ({
      ...{ to: to.email, about: subject.split(':')[0], right: paragraphs.at(-1) },
      items: cards?.flatMap(({ items }) => items),
      entries: calendar.match(/^STATUS:\w+|(?<=^DESCRIPTION:).*/gm)?.toSorted(),
    }))
  }
  const seat = (number: number, amount: string) => ({ name: `Stalls, row A, seat ${number}`, amount })
  const ofAda = {
    ...{ to: 'ada@foyer.example', items: [seat(1, '45.50 €')] },
    right: 'Others have your tickets now. You can return them once they have given them back.',
    entries: ['STATUS:CANCELLED', String.raw`Stalls\, row A\, seat 1`],
  }
  const ofBea = {
    ...{ to: 'bea@foyer.example', items: [seat(1, ''), seat(2, '45.50 €')] },
    right: expect.stringContaining('you can return your tickets on your ticket page until the show starts.'),
    entries: [
      ...['STATUS:CONFIRMED', 'STATUS:CONFIRMED'],
      ...[String.raw`Stalls\, row A\, seat 1`, String.raw`Stalls\, row A\, seat 2`],
    ],
  }
  const atVenue = `/admin/locations/${locationId}`
  const venue = (await shop.ask('GET', atVenue, { as: admin })).json()
  expect(await edit(atVenue, { ...venue, address: 'Ring 8', travelText: '' })).toBe(200)
  expect(await told()).toEqual([ofAda, ofBea].map((mail) => ({ ...mail, about: 'Your venue has changed' })))

  const atShow = `/admin/shows/${shop.show.showId}`
  const { name, startTime, price, version, ...of } = (await shop.ask('GET', atShow, { as: admin })).json()
  const ids = { artistId: of.artist.id, locationId, seatingPlanId: of.seatingPlan.id }
  const endTime = new Date(endsAt.getTime() + 600_000).toISOString()
  expect(await edit(atShow, { name, startTime, price, version, ...ids, endTime })).toBe(200)
  expect(await told()).toEqual([ofAda, ofBea].map((mail) => ({ ...mail, about: 'Your show has changed' })))
})

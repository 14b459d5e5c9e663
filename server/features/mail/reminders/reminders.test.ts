import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { enqueue } from '#server/db/jobs.sql.ts'
import { givenBoughtTickets } from '#server/testing/given-sales.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { remindOfShows } from './remind-of-shows.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: 'https://tickets.example/', VERIFY_EMAIL: 'off' })
})
beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(shop.owner)
})
afterAll(() => shop.close())

type Given = { startsIn?: string; boughtAgo?: string; state?: 'BOUGHT' | 'REFUNDED' }

/** Creates a customer with tickets of a show, by default of one that is due. */
async function givenVisit({ startsIn = '20 hours', boughtAgo = '3 days', state = 'BOUGHT' }: Given = {}) {
  const to = await givenUser(shop.db)
  const show = await givenShow(shop.db, { seats: 2, startsIn, title: 'Tosca' })
  await givenBoughtTickets(shop.owner, to, show, { places: show.seatIds, boughtAgo, state })
  return { to, show }
}

/** Runs the job, and the jobs that it causes. */
async function remind() {
  await enqueue(shop.db, 'remind-of-shows', {})
  return doJobs(shop)
}

const change = (userId: UserId, changes: object) =>
  shop.owner.updateTable('users').set(changes).where('id', '=', userId).execute()

test('reminds each customer once of a show, with time, venue and seats', async () => {
  const { to } = await givenVisit()
  const mails = await remind()
  expect(mails).toMatchObject([
    {
      subject: 'Your show: Tosca',
      link: { url: 'https://tickets.example/user-tickets' },
      cards: [
        {
          facts: [expect.stringMatching(/^[A-Z][a-z]{2} \d{4}\/\d\d\/\d\d \d\d:\d\d$/), expect.any(String)],
          items: { length: 2 },
        },
      ],
    },
  ])
  expect(mails[0]?.unsubscribe?.url).toMatch(new RegExp(`^https://tickets\\.example/reminders\\?token=${to}\\.`))
  expect(await remind()).toEqual([])
})

test('says what opens the door: a printed ticket, or the page of one with a live code', async () => {
  await givenVisit()
  const [printed] = await remind()
  expect(printed?.paragraphs.join('\n')).toContain('What to bring: your tickets, on paper or on your phone.')
  const { show } = await givenVisit()
  await shop.owner.updateTable('event_shows').set({ live_codes: true }).where('id', '=', show.showId).execute()
  const [live] = await remind()
  expect(live?.paragraphs.join('\n')).toContain('What to bring: your phone. Open the ticket on your phone')
  expect(live?.paragraphs.join('\n')).not.toContain('on paper')
})

test('reminds once when many servers do it at once', async () => {
  for (let customer = 0; customer < 5; customer += 1) await givenVisit()
  await Promise.all(Array.from({ length: 8 }, () => remindOfShows(shop.db)))
  expect(await doJobs(shop)).toHaveLength(5)
})

test.each<[string, Given]>([
  ['is more than a day away', { startsIn: '25 hours' }],
  ['has started', { startsIn: '-1 hour' }],
  ['was booked on the day before', { boughtAgo: '1 hour' }],
  ['was returned', { state: 'REFUNDED' }],
])('reminds of no show that %s', async (_, given) => {
  await givenVisit(given)
  expect(await remind()).toEqual([])
})

test.each([
  ['turned reminders off', { wants_reminders: false }],
  ['is locked', { is_locked: true }],
])('reminds nobody who %s', async (_, changes) => {
  const { to } = await givenVisit()
  await change(to, changes)
  expect(await remind()).toEqual([])
})

test('sends no reminder of tickets that are returned before it is sent', async () => {
  const { to } = await givenVisit()
  await remindOfShows(shop.db)
  await sql`delete from tickets where user_id = ${to}`.execute(shop.owner)
  expect(await doJobs(shop)).toEqual([])
})

test('turns reminders off on the profile', async () => {
  const { to } = await givenVisit()
  const body = { firstName: 'Ada', lastName: 'King', wantsReminders: false }
  expect((await shop.ask('PATCH', '/users', { as: to, body })).json()).toMatchObject({ wantsReminders: false })
  expect(await remind()).toEqual([])
  const unchanged = { firstName: 'Ada', lastName: 'King' }
  expect((await shop.ask('PATCH', '/users', { as: to, body: unchanged })).json()).toMatchObject({
    wantsReminders: false,
  })
})

test('turns reminders off for the receiver of a mail, as mail programs do it, and for nobody else', async () => {
  const { to } = await givenVisit()
  const other = await givenUser(shop.db)
  const [mail] = await remind()
  const oneClick = (url: string) =>
    shop.app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  const { oneClickUrl = '' } = mail?.unsubscribe ?? {}
  const wanting = async () =>
    (await shop.db.selectFrom('users').select('id').where('wants_reminders', '=', false).execute()).map(({ id }) => id)
  const before = await wanting()
  const [, signature = ''] = oneClickUrl.split('.').slice(-2)
  for (const token of [`${other}.${signature}`, `${to}.`, `${to}`, 'x.y', `0${to}.${signature}`]) {
    expect((await oneClick(`https://tickets.example/api/v1/reminder-opt-outs/${token}`)).statusCode, token).toBe(404)
  }
  expect(await wanting()).toEqual(before)
  for (let time = 0; time < 2; time += 1) expect((await oneClick(oneClickUrl)).statusCode).toBe(204)
  expect(await wanting()).toEqual([...before, to])
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hashOfSession } from '#server/features/auth/session-ids.ts'
import { insertReset } from '#server/features/auth/password-resets.sql.ts'
import { hashOfToken, newToken } from '#server/gateways/random-tokens.ts'
import { tokensWith } from '#server/features/auth/tokens.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import { selectNow } from '#server/db/now.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { provedTest } from '#server/testing/proving.ts'
import { givenShow, givenUser, insertTestSession, type Show } from '#server/testing/test-data.ts'
import { type Buyer, givenBuyers, toOrder, toReserve } from './buyers.ts'
import { type Answer, httpClientAt, nextAddress } from './http-client.ts'
import { TIMEOUT_MS } from './counts.ts'
import { type TwoServerRig, startTwoServerRig } from './two-server-rig.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
// One server is ahead, the other one behind, both beyond every deadline of the test.
const clockShiftsMs = [13 * HOUR_MS, -13 * HOUR_MS] as const
const secret = 'a secret of the tests, at least 32 characters'

type Checked = { what: string; seen: string; right: string }

const outcome = ({ status, problem }: Answer) => (problem ? `${status} ${problem}` : String(status))

/** Asks a server for everything that has a deadline, a few minutes before and after it by the database's clock. */
async function checkDeadlines(rig: TwoServerRig, url: string): Promise<Checked[]> {
  const [buyer, other] = (await givenBuyers(rig.db, 2)) as [Buyer, Buyer]
  const reserve = (by: Buyer, { showId, seatIds }: Show, seat: number) => {
    const { path, body } = toReserve(showId, [seatIds[seat] ?? 0])
    return by.send(url, 'POST', path, { body })
  }
  const soon = await givenShow(rig.db, { seats: 4, startsIn: '1 hour' })
  const past = await givenShow(rig.db, { seats: 4, startsIn: '2 days' })
  // Published by any clock, so that a server behind finds them.
  await sql`update events set published_from = '2000-01-01'`.execute(rig.owner)
  await sql`update event_shows set published_from = '2000-01-01'`.execute(rig.owner)
  const bought = await buy(buyer, url, toReserve(past.showId, past.seatIds.slice(0, 1)))
  await letStart(rig, past)

  const reserved = await reserve(buyer, soon, 0)
  const { id, reservedUntil, eventShow } = firstTicket(reserved)
  const pickUp = (Date.parse(eventShow.startTime) - Date.parse(reservedUntil)) / MINUTE_MS
  const order = toOrder([id])
  const ordered = await buyer.send(url, 'POST', order.path, { body: order.body })
  const refunded = await buyer.send(url, 'PUT', `/tickets/${id}/cancelation`)
  const refusedReservation = await reserve(buyer, past, 1)
  const refusedRefund = await buyer.send(url, 'PUT', `/tickets/${bought}/cancelation`)

  await reserve(buyer, soon, 1)
  await setExpiry(rig, soon, '10 minutes')
  const live = await reserve(other, soon, 1)
  await setExpiry(rig, soon, '-10 minutes')
  const expired = await reserve(other, soon, 1)
  return [
    { what: 'reserves before the start', seen: outcome(reserved), right: '201' },
    { what: 'pick-up, minutes before the start', seen: String(pickUp), right: '30' },
    { what: 'orders a reservation', seen: outcome(ordered), right: '201' },
    { what: 'refunds before the start', seen: outcome(refunded), right: '200' },
    { what: 'reserves after the start', seen: outcome(refusedReservation), right: '409 show_started' },
    { what: 'refunds after the start', seen: outcome(refusedRefund), right: '409 ticket_not_refundable' },
    { what: 'takes a seat of a live reservation', seen: outcome(live), right: '409 seats_taken' },
    { what: 'takes a seat of an expired reservation', seen: outcome(expired), right: '201' },
    { what: 'dates an invoice', seen: await ageOfInvoice(rig, buyer), right: 'now' },
    { what: 'dates an export', seen: await ageOfExport(rig, url, buyer), right: 'now' },
    ...(await checkSecrets(rig, url)),
  ]
}

/** Asks for a session and a reset link a few minutes before and after their deadlines. */
async function checkSecrets({ db, owner }: TwoServerRig, url: string): Promise<Checked[]> {
  const send = httpClientAt(nextAddress())
  const checked: Checked[] = []
  for (const [offset, tokenOffset, session, reset] of [
    ['10 minutes', '10 minutes', '200', '204'],
    ['10 minutes', '-10 minutes', '401 not_signed_in', '204'],
    ['-10 minutes', '10 minutes', '401 not_signed_in', '410 reset_token_invalid'],
  ] as const) {
    const userId = await givenUser(db)
    const { sessionId, isAdmin, isStaff } = await insertTestSession(db, userId)
    const expiresAt = sql<Date>`shop_now() + ${offset}::interval`
    await owner
      .updateTable('sessions')
      .set({ expires_at: expiresAt })
      .where('id_hash', '=', hashOfSession(sessionId))
      .execute()
    const { rows } = await sql<{ at: Date }>`select shop_now() + ${tokenOffset}::interval as at`.execute(owner)
    const claims = { userId, sessionId, isAdmin, isStaff, expiresAt: rows[0]?.at ?? new Date(0) }
    const authorization = `Bearer ${tokensWith(secret).sign(claims)}`
    const detail = await send(`${url}/users/detail`, { headers: { authorization } })
    const token = newToken()
    await insertReset(db, userId, hashOfToken(token))
    await owner.updateTable('password_resets').set({ expires_at: expiresAt }).where('user_id', '=', userId).execute()
    const body = { token, email: '', password: 'a new password' }
    const changed = await send(`${url}/password-resets`, { method: 'PUT', body })
    checked.push(
      {
        what: `uses a session with an expiry in ${offset} and a token with one in ${tokenOffset}`,
        seen: outcome(detail),
        right: session,
      },
      { what: `uses a reset link with an expiry in ${offset}`, seen: outcome(changed), right: reset },
    )
  }
  return checked
}

/** Reserves and orders a ticket. Returns its id. */
async function buy(buyer: Buyer, url: string, wanted: ReturnType<typeof toReserve>): Promise<number> {
  const { id } = firstTicket(await buyer.send(url, 'POST', wanted.path, { body: wanted.body }))
  const { path, body } = toOrder([id])
  await buyer.send(url, 'POST', path, { body })
  return id
}

/** Moves the start of a show to ten minutes ago. */
async function letStart({ owner }: TwoServerRig, { showId }: Show): Promise<void> {
  await owner
    .updateTable('event_shows')
    .set({ starts_at: sql<Date>`shop_now() - interval '10 minutes'` })
    .where('id', '=', showId)
    .execute()
}

type TicketAnswer = { id: number; reservedUntil: string; eventShow: { startTime: string } }

function firstTicket({ status, body }: Answer): TicketAnswer {
  const nothing = { id: 0, reservedUntil: '', eventShow: { startTime: '' } }
  return status === 201 ? JSON.parse(body).elements[0] : nothing
}

async function setExpiry({ db }: TwoServerRig, { showId }: Show, offset: string): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ reserved_until: sql<Date>`shop_now() + ${offset}::interval` })
    .where('event_show_id', '=', showId)
    .where('state', '=', 'RESERVED')
    .execute()
}

async function ageOfExport({ db }: TwoServerRig, url: string, buyer: Buyer): Promise<string> {
  const { body } = await buyer.send(url, 'GET', '/users/personal-data')
  const { exportedAt } = JSON.parse(body) as { exportedAt: string }
  return age(await selectNow(db), [new Date(exportedAt)])
}

async function ageOfInvoice({ db }: TwoServerRig, { userId }: Buyer): Promise<string> {
  const now = await selectNow(db)
  const invoices = await db.selectFrom('invoices').select('issued_at').where('user_id', '=', userId).execute()
  return age(
    now,
    invoices.map(({ issued_at }) => issued_at),
  )
}

function age(now: Date, moments: readonly Date[]): string {
  const farthest = Math.max(...moments.map((moment) => Math.abs(now.getTime() - moment.getTime())))
  return farthest < 5 * MINUTE_MS ? 'now' : `${farthest / HOUR_MS} hours off`
}

const wrongOnes = (all: readonly Checked[]) =>
  all.filter(({ seen, right }) => seen !== right).map(({ what, seen }) => `${what}: ${seen}`)

test('decides by the clock of the database at servers 13 hours ahead and behind', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig({ clockShiftsMs })
  for (const url of rig.urls) expect(wrongOnes(await checkDeadlines(rig, url))).toEqual([])
  expect(await selectViolations(rig.db)).toEqual([])
})

/** Times by the database's clock: an order `minutesBefore` the start, and the year of its invoice number in Vienna. */
const nights = [
  { name: 'clocks go forward, before', startsAt: '2027-03-28T03:15:00+02:00', minutesBefore: 45, year: '2027' },
  { name: 'clocks go back, the hour twice', startsAt: '2027-10-31T02:30:00+01:00', minutesBefore: 50, year: '2027' },
  { name: '29 February, first minutes', startsAt: '2028-02-29T00:20:00+01:00', minutesBefore: 40, year: '2028' },
  { name: '29 February, last minutes', startsAt: '2028-03-01T00:10:00+01:00', minutesBefore: 35, year: '2028' },
  { name: 'the old year in Vienna', startsAt: '2028-01-01T00:25:00+01:00', minutesBefore: 32, year: '2027' },
  { name: 'the new year in Vienna', startsAt: '2029-01-01T00:45:00+01:00', minutesBefore: 40, year: '2029' },
] as const

async function setClock({ owner }: TwoServerRig, to: number): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(owner)
  await shiftClock(owner, `${to - (rows[0]?.now.getTime() ?? 0)} milliseconds`)
}

provedTest(
  'keeps its deadlines on nights of clock changes, 29 February and New Year',
  { timeout: TIMEOUT_MS },
  async () => {
    const rig = await startTwoServerRig({ clockShiftsMs })
    for (const [index, { name, startsAt, minutesBefore, year }] of nights.entries()) {
      const start = Date.parse(startsAt)
      await setClock(rig, start - minutesBefore * MINUTE_MS)
      const show = await givenShow(rig.db, { seats: 3 })
      await rig.owner
        .updateTable('event_shows')
        .set({ starts_at: new Date(start), ends_at: new Date(start + HOUR_MS) })
        .where('id', '=', show.showId)
        .execute()
      const [buyer, other] = (await givenBuyers(rig.db, 2)) as [Buyer, Buyer]
      const [near, far] = index % 2 === 0 ? rig.urls : (rig.urls.toReversed() as [string, string])
      const reserve = (by: Buyer, url: string, seat: number) => {
        const { path, body } = toReserve(show.showId, [show.seatIds[seat] ?? 0])
        return by.send(url, 'POST', path, { body })
      }
      const minutesLeft = (answer: Answer) => (start - Date.parse(firstTicket(answer).reservedUntil)) / MINUTE_MS

      const bought = await reserve(buyer, near, 0)
      const { path, body } = toOrder([firstTicket(bought).id])
      expect((await buyer.send(far, 'POST', path, { body })).status, name).toBe(201)
      const { number } = await rig.db
        .selectFrom('invoices')
        .select('invoice_number as number')
        .where('user_id', '=', buyer.userId)
        .executeTakeFirstOrThrow()
      expect(number.slice(0, 4), name).toBe(year)

      expect(minutesLeft(await reserve(buyer, near, 1)), name).toBe(30)
      await setClock(rig, start - 30 * MINUTE_MS - 20_000)
      expect(outcome(await reserve(other, far, 1)), name).toBe('409 seats_taken')
      await setClock(rig, start - 30 * MINUTE_MS + 1_000)
      expect(minutesLeft(await reserve(other, far, 1)), name).toBe(0)
      await setClock(rig, start + 1_000)
      expect(outcome(await reserve(other, near, 2)), name).toBe('409 show_started')
    }
    expect(await selectViolations(rig.db)).toEqual([])
  },
)

// Control: the checks above detect a shop without the safeguard.

test('control: servers that decide by their own clocks miss deadlines', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig({ clockShiftsMs, mutant: 'deadlines by the clock of the process' })
  const [ahead, behind] = rig.urls
  expect(wrongOnes(await checkDeadlines(rig, ahead))).toContain('reserves before the start: 409 show_started')
  expect(wrongOnes(await checkDeadlines(rig, behind))).toContain('reserves after the start: 201')
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PersonalData, personalData } from '#contract/personal-data.ts'
import type { TicketId, UserId } from '#domain/ids.ts'
import { givenPayment } from '#server/testing/given-payments.ts'
import { givenInvoice, givenReservations } from '#server/testing/given-sales.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenImage, givenNews, givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { exportPersonalData } from './export-personal-data.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** The columns that refer to a user, and where the export has their content. */
const columns: Record<string, keyof PersonalData | 'not personal' | 'on invoices'> = {
  'bank_statements.booked_by': 'not personal', // Actions of administrators for the shop.
  'change_log.actor_id': 'not personal', // Actions of administrators for the shop.
  'email_verifications.user_id': 'not personal', // Hashes, for a day.
  'entry_devices.paired_by': 'not personal', // Actions of staff for the shop.
  'entry_pairings.paired_by': 'not personal', // Actions of staff for the shop.
  'holds.held_by': 'not personal', // Actions of staff for the shop.
  'idempotency_keys.user_id': 'not personal', // Keys of requests, for a week.
  'images.uploaded_by': 'uploadedImages',
  'invoices.user_id': 'invoices',
  'merchandise_products.created_by': 'createdProducts',
  'merchandise_purchases.user_id': 'cart',
  'merchandise_sales.user_id': 'on invoices',
  'news_reads.user_id': 'readNews',
  'orders.user_id': 'on invoices',
  'password_resets.user_id': 'not personal', // Hashes, for an hour and a half.
  'payment_steps.by_user': 'not personal', // Payments that were given up, by a customer or for the shop.
  'pending_orders.user_id': 'payments',
  'points_entries.user_id': 'points',
  'recovery_codes.user_id': 'not personal', // Hashes.
  'refund_files.made_by': 'not personal', // Actions of administrators for the shop.
  'second_factors.user_id': 'not personal', // An encrypted secret.
  'sessions.user_id': 'sessions',
  'show_reminders.user_id': 'not personal', // That a mail was sent.
  'ticket_transfers.from_user': 'ticketTransfers',
  'ticket_transfers.to_user': 'ticketTransfers',
  'tickets.holder_id': 'tickets',
  'tickets.user_id': 'tickets',
  'waiting_places.user_id': 'waitingPlaces',
}

test('covers every column that refers to a user', async () => {
  const { rows } = await sql<{ column: string }>`
    select format('%s.%s', conrelid::regclass, attname) as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid = 'users'::regclass`.execute(shop.db)
  expect(rows.map(({ column }) => column).toSorted()).toEqual(Object.keys(columns))
})

test('exports what belongs to the caller, and nothing of others', async () => {
  const ada = await givenUser(shop.db, { email: 'ada@foyer.example', points: 7 })
  const bea = await givenUser(shop.db, { email: 'bea@foyer.example', points: 9 })
  const show = await givenShow(shop.db)
  const reservations = await givenReservations(shop.db, show, { userIds: [ada, bea], each: 1 })
  const newsId = await givenNews(shop.db)
  const room = {
    event_show_id: show.showId,
    automatic_rate: 60,
    credit: 0,
    people_a_minute: null,
    advanced_at: new Date(),
  }
  await shop.db.insertInto('waiting_rooms').values(room).execute()
  for (const userId of [ada, bea]) {
    await givenInvoice(shop.owner, userId)
    await givenPayment(shop.db, userId, 'CLOSED')
    const offer = {
      ticket_id: reservations.get(userId)?.[0] as TicketId,
      from_user: userId,
      to_email: `to-${userId}@a.example`,
    }
    await shop.db.insertInto('ticket_transfers').values(offer).execute()
    const productId = await givenProduct(shop.db)
    await shop.db.updateTable('merchandise_products').set({ created_by: userId }).where('id', '=', productId).execute()
    await givenImage(shop.db, { uploadedBy: userId })
    await shop.db.insertInto('news_reads').values({ user_id: userId, news_id: newsId }).execute()
    const place = { event_show_id: show.showId, user_id: userId, number: userId, admitted_at: null, pass_until: null }
    await shop.db.insertInto('waiting_places').values(place).execute()
    const line = { merchandiseProductId: productId, quantity: 1, usePoints: false }
    expect((await shop.ask('POST', '/merchandise/purchases', { as: userId, body: line })).statusCode).toBe(201)
  }
  const reply = await shop.ask('GET', '/users/personal-data', { as: ada })
  const data = reply.json()
  expect(data.user).toMatchObject({ email: 'ada@foyer.example', points: 7 })
  expect(data.user).toMatchObject({ registeredAt: expect.any(String), lastLoginAt: expect.any(String) })
  expect(data).toMatchObject({
    sessions: [{ expiresAt: expect.any(String) }],
    tickets: [{ ticketState: 'RESERVED' }],
    ticketTransfers: [{ isGiven: true, toEmail: `to-${ada}@a.example` }],
    scans: [],
    waitingPlaces: [{ eventShowId: show.showId, number: ada, admittedAt: null }],
    cart: [{ quantity: 1 }],
    invoices: [{ invoiceType: 'NORMAL' }],
    payments: [{ state: 'CLOSED', amount: 5_000, lastName: 'Guest' }],
    points: [{ points: 7, reason: 'GIFT' }],
    uploadedImages: [{ name: expect.stringMatching(/\.png$/) }],
    createdProducts: [{ name: expect.any(String) }],
    readNews: [newsId],
  })
  const others = Object.entries(data).filter(([name]) => name !== 'scans')
  expect(others.map(([, part]) => part).flatMap((part) => (Array.isArray(part) ? [part.length] : []))).toEqual(
    Array(11).fill(1),
  )
  expect(reply.body).not.toContain('bea@foyer.example')
  expect(reply.body).not.toMatch(/hash|\$argon2/i)
})

test('names the address of an offer to its giver and its owner alone', async () => {
  const giver = await givenUser(shop.db)
  const receiver = await givenUser(shop.db, { email: 'Cleo@foyer.example' })
  const show = await givenShow(shop.db)
  const reservations = await givenReservations(shop.db, show, { userIds: [giver], each: 1 })
  const [ticketId] = reservations.get(giver) ?? []
  if (!ticketId) throw new Error('a ticket')
  for (const email of ['cleo@foyer.example', 'private@a.example']) {
    const offer = { ticket_id: ticketId, from_user: giver, to_user: receiver, to_email: email }
    const end = { state: 'ACCEPTED', ended_at: new Date() } as const
    await shop.db
      .insertInto('ticket_transfers')
      .values({ ...offer, ...end })
      .execute()
  }
  const addressesFor = async (as: UserId) => {
    const { ticketTransfers } = (await shop.ask('GET', '/users/personal-data', { as })).json<PersonalData>()
    return ticketTransfers.map(({ toEmail }) => toEmail)
  }
  expect(await addressesFor(giver)).toEqual(['cleo@foyer.example', 'private@a.example'])
  expect(await addressesFor(receiver)).toEqual(['cleo@foyer.example', ''])
})

const callerOf = (userId: UserId) => ({
  ...{ userId, sessionHash: Buffer.alloc(0), isAdmin: false, isStaff: false },
  ...{ lacksSecondFactor: false, isEmailVerified: true },
})

test('writes many invoices in parts, so that others need not wait for all of them', async () => {
  const userId = await givenUser(shop.db)
  const ids: number[] = []
  for (let count = 0; count < 450; count += 1) ids.push(await givenInvoice(shop.owner, userId))
  const parts = await Array.fromAsync(
    exportPersonalData(shop.context, callerOf(userId), {
      network: '10.0.0.1',
      counted: (work) => work(),
    }),
  )
  const invoicesIn = (part: string) => part.split('"invoiceNumber"').length - 1
  expect(parts.map(invoicesIn).filter((count) => count > 0)).toEqual([200, 200, 50])
  const { invoices } = personalData.parse(JSON.parse(parts.join('')))
  expect(invoices.map(({ id }) => Number(id))).toEqual(ids.toReversed())
  const reply = await shop.ask('GET', '/users/personal-data', { as: userId })
  expect([reply.statusCode, reply.json().invoices.length]).toEqual([200, 450])
})

test('exports all of many tickets, and the scans of those that the caller holds', async () => {
  const [ada, bea] = [await givenUser(shop.db), await givenUser(shop.db)]
  const show = await givenShow(shop.db, { standing: 3_000 })
  await sql`
    insert into tickets (event_show_id, place_id, place_type, user_id, state, price, reserved_at, reserved_until)
    select ${show.showId}, ${show.standingPlaceId}, 'STANDING', ${ada}, 'RESERVED', 100, shop_now(), shop_now() + interval '1 day'
    from generate_series(1, 2006)`.execute(shop.owner)
  const { rows } = await sql<{ id: TicketId }>`
    select id from tickets where user_id = ${ada} order by id limit 2`.execute(shop.db)
  const [kept, given] = rows.map(({ id }) => id)
  await sql`update tickets set holder_id = ${bea} where id = ${given}`.execute(shop.owner)
  await sql`
    with door as (
      insert into entry_devices (name, direction, is_supervisor, show_ids, paired_by)
      values ('Door', 'IN', false, array[${show.showId}::int], ${bea}) returning id)
    insert into scans (device_id, scan_key, number, event_show_id, ticket_id, issue, direction, verdict, scanned_at, is_offline)
    select door.id, gen_random_uuid(), 1, ${show.showId}, tickets.id, tickets.issue + former, 'IN', 'ADMITTED', shop_now(), false
    from door, tickets, generate_series(-1, 0) as former where tickets.id in (${kept}, ${given})`.execute(shop.owner)
  const exported = async (as: UserId) => (await shop.ask('GET', '/users/personal-data', { as })).json<PersonalData>()
  const [ofAda, ofBea] = [await exported(ada), await exported(bea)]
  const ids = ofAda.tickets.map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([2_006, 2_006])
  expect(ofAda.scans).toMatchObject([{ ticketId: kept, direction: 'IN', verdict: 'ADMITTED' }])
  expect(ofBea.scans.map(({ ticketId }) => ticketId)).toEqual([given])
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenScanner } from '#server/testing/given-entry.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await givenSales()
})
afterAll(() => shop.close())

/**
 * Sells two seats and two standing places, refunds one seat, sells a mug for money and one for points, and reserves
 * another seat. The box office holds a seat of another show.
 */
async function givenSales(): Promise<void> {
  const ada = await givenUser(shop.db, { points: 300 })
  const bea = await givenUser(shop.db)
  const show = await givenShow(shop.db, { seats: 3, standing: 2 })
  const mug = await givenProduct(shop.db, { points: 300 })
  const ask = async (method: 'POST' | 'PUT', path: string, { as = ada, body = {} }) => {
    const reply = await shop.ask(method, path, { as, body })
    expect([path, reply.statusCode < 300]).toEqual([path, true])
    return reply.json()
  }
  const [first = 0, second = 0, third = 0] = show.seatIds
  const places = [first, second, show.standingPlaceId, show.standingPlaceId]
  const { elements } = await ask('POST', '/tickets', {
    body: { eventShowId: show.showId, seatingPlanPlaceIds: places },
  })
  const ticketIds: number[] = elements.map(({ id }: { id: number }) => id)
  const merchandiseIds: number[] = []
  for (const usePoints of [false, true]) {
    const body = { merchandiseProductId: mug, quantity: 1, usePoints }
    merchandiseIds.push((await ask('POST', '/merchandise/purchases', { body })).id)
  }
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  await ask('POST', '/orders', { body: { ticketIds, merchandiseIds, userPaymentInfoDto, paymentType: 'VISA' } })
  await ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, {})
  const scanner = await givenScanner(shop.ask, await givenUser(shop.db, { isStaff: true }), show.showId)
  const { code } = (await shop.ask('GET', `/tickets/${ticketIds[1]}`, { as: ada })).json<{ code: string }>()
  expect((await scanner.scan(code)).verdict).toBe('ADMITTED')
  await ask('POST', '/tickets', { as: bea, body: { eventShowId: show.showId, seatingPlanPlaceIds: [third] } })
  const { showId, seatIds } = await givenShow(shop.db)
  const staff = await givenUser(shop.db, { isStaff: true })
  const hold = { placeIds: seatIds.slice(0, 1), reason: 'Press' }
  await ask('POST', `/admin/shows/${showId}/holds`, { as: staff, body: hold })
}

const holdTwice = (placeType: string) => `
  insert into tickets (event_show_id, place_id, place_type, user_id, state, price, reserved_at, reserved_until)
  select event_show_id, place_id, place_type, user_id, 'RESERVED', price, shop_now(), shop_now() + interval '1 hour'
  from tickets where place_type = '${placeType}' and state = 'BOUGHT' limit 1`

/** Inserts a pending order of 50 € with its payment. */
const pendingOrder = ({ state = 'OPEN', payment = 'OPEN', steps = true, points = 0 } = {}) => `
  with placed as (
    insert into pending_orders (
      user_id, state, total, points, payment_type, customer_first_name, customer_last_name, customer_address,
      items_fingerprint, ended_at)
    select id, '${state}', 5000, ${points}, 'VISA', 'Bea', 'Guest', 'Ring 2', 'items', ${state === 'OPEN' ? 'null' : 'shop_now()'}
    from users order by id limit 1 returning id
  ), asked as (
    insert into payments (pending_order_id, provider, amount, state, provider_ref, pay_until, taken_at)
    select id, 'stripe', 5000, '${payment}', 'cs_1', shop_now(), ${payment === 'TAKEN' ? 'shop_now()' : 'null'} from placed
    returning id, state
  )
  insert into payment_steps (payment_id, to_state, cause)
  select id, state, 'test' from asked where ${steps};`

const refundOf = (amount: number, state = 'DUE') => `
  insert into refunds (payment_id, amount, reason, state, created_at)
  select id, ${amount}, 'LATE', '${state}', shop_now() - interval '8 days' from payments;`

/** Admits another person with the ticket that was admitted. */
const admitAgain = (isDouble: boolean, later: string) => `
  with again as (
    insert into scans (
      device_id, scan_key, number, event_show_id, ticket_id, issue, direction, verdict, scanned_at, is_offline)
    select device_id, gen_random_uuid(), 2, event_show_id, ticket_id, issue, 'IN', 'ADMITTED', scanned_at + interval '${later}', false
    from scans returning *)
  insert into admissions select ticket_id, 2, id, null, scanned_at, null, ${isDouble} from again`

type Fault = {
  rule: string
  /** The statements that break the rule. */
  breaks: string
  /** The statement that first removes the constraint or index that enforces the rule. */
  guard?: string
}

const faults: readonly Fault[] = [
  { rule: 'a place is held once', guard: 'drop index tickets_one_holder', breaks: holdTwice('SITTING') },
  {
    rule: 'a standing place is never over its capacity',
    guard: 'alter table standing_occupancies drop constraint standing_capacity_kept',
    breaks: `${holdTwice('STANDING')}; update standing_occupancies set occupied = occupied + 1`,
  },
  {
    rule: 'a standing place counts its tickets',
    breaks: 'update standing_occupancies set occupied = occupied - 1',
  },
  { rule: 'every standing ticket is counted', breaks: 'delete from standing_occupancies' },
  {
    rule: 'a ticket is of the plan of its show',
    breaks: `update tickets set place_id = (select max(id) from places) where state = 'RESERVED'`,
  },
  {
    rule: 'a sold ticket stands on one invoice, with its price',
    breaks: `update tickets set price = price + 1 where state = 'BOUGHT'`,
  },
  {
    rule: 'a refunded ticket stands on one refund invoice, with its price',
    breaks: `update invoice_items i set price = price + 1 from invoices n where n.id = invoice_id and invoice_type = 'CANCEL'`,
  },
  { rule: 'an invoice total is the sum of its lines', breaks: 'update invoices set total = total + 1' },
  {
    rule: 'a purchase has an order of the same total, a refund none',
    breaks: `update orders set payment_type = 'PAYPAL'`,
  },
  { rule: 'invoice numbers have no gaps', breaks: 'update invoice_counters set last_number = last_number + 1' },
  { rule: 'every invoice is counted', breaks: 'delete from invoice_counters' },
  {
    rule: 'a balance of points is never negative',
    breaks: `insert into points_entries (user_id, points, counts_from, reason)
      select min(user_id), -1000, shop_now(), 'REDEEMED' from points_entries`,
  },
  {
    rule: 'what a customer bought of a product is what stands on invoices',
    breaks: 'update merchandise_sales set quantity = quantity + 1',
  },
  { rule: 'every product line of an invoice is counted as sold', breaks: 'delete from merchandise_sales' },
  {
    rule: 'points of an invoice are what its lines say',
    breaks: `delete from points_entries where reason = 'MERCHANDISE'`,
  },
  {
    rule: 'stock is never negative',
    guard: 'alter table merchandise_products drop constraint stock_never_negative',
    breaks: 'update merchandise_products set stock = -1',
  },
  {
    rule: 'an image is shown somewhere, or cleared away',
    breaks: `insert into images (name, content, width, height, created_at) values ('forgotten.png', '', 1, 1, shop_now() - interval '3 days')`,
  },
  {
    rule: 'a held place lasts no longer than its hold, at its show',
    breaks: "update holds set held_until = shop_now() + interval '1 day'",
  },
  {
    rule: 'a paid order is done, and its money that stays is its total',
    breaks: `update invoices set paid_by = 'Visa ending 4242' where total > 0`,
  },
  {
    rule: 'money taken belongs to an order, or goes back',
    breaks: pendingOrder({ state: 'GONE', payment: 'TAKEN' }),
  },
  {
    rule: 'refunds never exceed their payment',
    guard: 'alter table refunds disable trigger refunds_within_payment',
    breaks: `${pendingOrder({ state: 'GONE', payment: 'TAKEN' })} ${refundOf(5_001)} set constraints all immediate`,
  },
  {
    rule: 'no refund pays what a lost dispute took',
    breaks: `${pendingOrder({ state: 'GONE', payment: 'TAKEN' })} ${refundOf(5_000)}
      insert into disputes (provider, provider_ref, payment_id, amount, state, opened_at, ended_at)
      select 'stripe', 'du_1', id, 3000, 'LOST', shop_now(), shop_now() - interval '9 days' from payments`,
  },
  {
    rule: 'a refund invoice of a paid order has its refund, or its lost dispute',
    breaks: `
      insert into pending_orders (
        user_id, state, total, points, payment_type, customer_first_name, customer_last_name, customer_address,
        items_fingerprint, ended_at, invoice_id)
      select user_id, 'DONE', total, 0, 'VISA', '', '', '', '', shop_now(), cancels_invoice_id
      from invoices where invoice_type = 'CANCEL'`,
  },
  {
    rule: 'tickets being paid are those of open orders',
    breaks: `${pendingOrder({ state: 'GONE', payment: 'CLOSED' })}
      update tickets set pending_order_id = (select max(id) from pending_orders), reserved_until = 'infinity'
      where state = 'RESERVED' and user_id is not null`,
  },
  {
    rule: 'points withheld are those of open orders',
    breaks: pendingOrder({ points: 300 }),
  },
  {
    rule: 'an open order has one live payment, an ended one none',
    breaks: pendingOrder({ payment: 'CLOSED' }),
  },
  {
    rule: 'a payment ends within a day',
    breaks: `${pendingOrder()} update payments set pay_until = shop_now() - interval '25 hours'`,
  },
  {
    rule: 'a refund is sent within a week',
    breaks: `${pendingOrder({ state: 'GONE', payment: 'TAKEN' })} ${refundOf(5_000)}`,
  },
  {
    rule: 'the steps of a payment lead to its state',
    breaks: pendingOrder({ steps: false }),
  },
  {
    rule: 'each step of a payment follows the one before',
    breaks: `${pendingOrder()} insert into payment_steps (payment_id, from_state, to_state, cause)
      select id, 'NEW', 'OPEN', 'test' from payments`,
  },
  {
    rule: 'summed sales equal the invoices',
    breaks: `insert into summed_until (time_zone, day) values ('UTC', current_date + 1)`,
  },
  {
    rule: 'each admission comes from a scan that admitted its ticket',
    breaks: `update admissions set admitted_at = admitted_at - interval '1 minute'`,
  },
  { rule: 'each scan that admitted is one admission', breaks: 'delete from admissions' },
  {
    rule: 'admissions of a ticket are numbered by time',
    breaks: admitAgain(true, '- 1 hour'),
  },
  {
    rule: 'one person is inside with a ticket, others are doubles',
    breaks: admitAgain(false, '1 hour'),
  },
  {
    rule: 'a ticket is admitted at its show',
    breaks: 'update scans set event_show_id = (select max(id) from event_shows)',
  },
  { rule: 'a phone scans for its shows', breaks: `update entry_devices set show_ids = '{}'` },
  {
    rule: 'a guest has no points',
    breaks: `update users set is_guest = true, email = '', password_hash = '', deleted_at = shop_now()`,
  },
]

/** Runs the statements, reads the rules that the audit reports as broken, and rolls back. */
async function rulesBrokenBy(...statements: string[]): Promise<string[]> {
  const tx = await shop.owner.startTransaction().execute()
  try {
    for (const statement of statements) await sql.raw(statement).execute(tx)
    const { rows } = await sql<{ rule: string }>`select distinct rule from audit_violations`.execute(tx)
    return rows.map(({ rule }) => rule)
  } finally {
    await tx.rollback().execute()
  }
}

test('reports nothing after valid sales', () => expectCleanBooks(shop.db))

for (const { rule, guard, breaks } of faults) {
  test(`reports a violation of: ${rule}`, async () => {
    if (guard) await expect(rulesBrokenBy(breaks)).rejects.toThrow(/constraint/)
    expect(await rulesBrokenBy(...(guard ? [guard] : []), breaks)).toContain(rule)
  })
}

test.each([
  ['reports a refund of more than a statement showed before', '9 days', true],
  ['allows a refund of more than a statement showed later', '7 days', false],
])('%s', async (_, ago, isBroken) => {
  const rules = await rulesBrokenBy(
    'alter table refunds disable trigger refunds_within_payment',
    `${pendingOrder({ state: 'GONE', payment: 'TAKEN' })}
    update payments set provider = 'transfer', taken = 4000;
    insert into payment_steps (payment_id, from_state, to_state, cause, at)
    select id, 'TAKEN', 'TAKEN', 'bank movement 1: Charges', shop_now() - interval '${ago}' from payments;
    ${refundOf(5_000)}`,
  )
  expect(rules.includes('refunds never exceed their payment')).toBe(isBroken)
})

test('covers every rule of the audit', async () => {
  const { rows } = await sql<{ text: string }>`
    select string_agg(definition, '') as text from pg_views where viewname like 'audit\\_%'`.execute(shop.db)
  const rules = [...(rows[0]?.text ?? '').matchAll(/SELECT '([^']+)'::text/g)].map((match) => match[1])
  expect(rules.length).toBeGreaterThan(10)
  expect(rules.toSorted()).toEqual(faults.map(({ rule }) => rule).toSorted())
})

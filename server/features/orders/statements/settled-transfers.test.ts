import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentId } from '#domain/ids.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import {
  PAYER,
  type StatementShop,
  camt,
  camtTakenBack,
  openStatementShop,
  referenceOf,
} from '#server/testing/statement-shop.ts'

let shop: StatementShop

beforeAll(async () => {
  shop = await openStatementShop()
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

async function settleByHand(id: PaymentId) {
  const body = { reason: 'Seen in the banking app' }
  expect((await shop.ask('POST', `/admin/payments/${id}/settle`, { as: shop.admin, body })).statusCode).toBe(200)
}

/** An order by bank transfer that an administrator has settled before its statement came. */
async function givenSettled() {
  const paid = await shop.givenOpenPayment('transfer')
  await settleByHand(paid.id)
  return { ...paid, line: { amount: '91.00', purpose: referenceOf(paid) } }
}
const refundsOf = (id: PaymentId) =>
  shop.db.selectFrom('refunds').select('amount').where('payment_id', '=', id).orderBy('id').execute()
const refundAll = async ({ ada, ticketIds }: Awaited<ReturnType<typeof givenSettled>>) => {
  for (const ticketId of ticketIds) await shop.ask('PUT', `/tickets/${ticketId}/cancelation`, { as: ada })
  await shop.sweep()
}
const assignTooLittle = async (paid: Awaited<ReturnType<typeof givenSettled>>, amount: string) => {
  await shop.book(camt([{ ...paid.line, amount }]))
  const [movement] = await shop.openMovements(paid.line.purpose)
  expect((await shop.end(movement, 'assign', { paymentId: paid.id, reason: 'Charges' })).statusCode).toBe(200)
}
/** Books and assigns that the bank took back a part of such money, before the statement that shows the money. */
const takeBackFirst = async (paid: Awaited<ReturnType<typeof givenSettled>>, amount: string) => {
  await shop.book(camtTakenBack({ ...paid.line, amount }))
  const [reversal] = await shop.openMovements(paid.line.purpose)
  const reply = await shop.end(reversal, 'assign', { paymentId: paid.id, reason: 'The account was closed' })
  expect(reply.statusCode).toBe(200)
}
/** Refunds the tickets and notes that their refunds were paid by hand. */
const payBackAll = async (paid: Awaited<ReturnType<typeof givenSettled>>, ticketIds = paid.ticketIds) => {
  await refundAll({ ...paid, ticketIds })
  const refunds = await shop.db.selectFrom('refunds').select('id').where('payment_id', '=', paid.id).execute()
  const body = { reason: 'Transferred in the banking app' }
  for (const { id } of refunds) await shop.ask('POST', `/admin/refunds/${id}/by-hand`, { as: shop.admin, body })
}
const takenOf = async ({ id }: { id: PaymentId }) =>
  (await shop.ask('GET', `/admin/payments/${id}`, { as: shop.admin })).json().taken
const accountsOf = async () => (await shop.ask('GET', '/admin/exports?list=owed-refunds', { as: shop.admin })).body

test('books the movement of an order that was settled by hand, as the account of its refunds', async () => {
  const paid = await givenSettled()
  const statement = camt([paid.line])
  expect((await shop.upload('/checks', statement)).json().movements).toMatchObject([{ finding: 'EXACT' }])
  expect(await shop.book(statement)).toMatchObject({ booked: 1, open: 0 })
  expect((await shop.ask('GET', `/admin/payments/${paid.id}`, { as: shop.admin })).json()).toMatchObject({
    state: 'TAKEN',
    taken: null,
  })
  await refundAll(paid)
  const owed = (await accountsOf()).split('\r\n').filter((row) => row.includes(paid.line.purpose))
  expect(owed).toHaveLength(2)
  for (const row of owed) expect(row).toContain(PAYER)
})

test('lists only a second movement of an order that was settled by hand as paid twice', async () => {
  const { id, line } = await givenSettled()
  const files = ['A', 'B', 'C'].map((bankRef) => camt([{ ...line, bankRef: `${bankRef}${id}` }]))
  const replies = await race(3, (index) => shop.book(files[index] ?? ''))
  expect(replies.map(({ booked, open }) => [booked, open]).toSorted()).toEqual([
    [0, 1],
    [0, 1],
    [1, 0],
  ])
  const open = await shop.openMovements(line.purpose)
  expect(open).toMatchObject([
    { finding: 'DOUBLE', openAmount: 9_100 },
    { finding: 'DOUBLE', openAmount: 9_100 },
  ])
  const again = await shop.end(open[0], 'assign', { paymentId: id, reason: 'The same' })
  expect(again.headers['x-problem']).toBe('payment_ended')
})

test('names two movements of an order that was settled by hand in the preview of one file', async () => {
  const { line } = await givenSettled()
  const found = (await shop.upload('/checks', camt([line, line]))).json().movements
  expect(found).toMatchObject([{ finding: 'EXACT' }, { finding: 'DOUBLE' }])
})

test.each([
  ['too little', '90.50', { state: 'BOOKED', openAmount: 0 }, [4_550, 4_500]],
  ['too much', '100.00', { state: 'OPEN', openAmount: 900 }, [4_550, 4_550]],
])(
  'leaves %s for an order that was settled by hand to an administrator, who assigns it to its payment',
  async (_, amount, assigned, amounts) => {
    const paid = await givenSettled()
    expect(await shop.book(camt([{ ...paid.line, amount }]))).toMatchObject({ booked: 0, open: 1 })
    const [movement] = await shop.openMovements(paid.line.purpose)
    expect(movement).toMatchObject({ finding: 'AMOUNT', paymentId: paid.id })
    const reply = await shop.end(movement, 'assign', { paymentId: paid.id, reason: 'Charges' })
    expect(reply.json()).toMatchObject(assigned)
    await refundAll(paid)
    expect(await refundsOf(paid.id)).toEqual(amounts.map((refunded) => ({ amount: refunded })))
    expect(await accountsOf()).toContain(PAYER)
  },
)

test('makes refunds smaller that are still owed when too little is assigned to an order settled by hand', async () => {
  const paid = await givenSettled()
  await refundAll(paid)
  await assignTooLittle(paid, '80.00')
  expect(await refundsOf(paid.id)).toEqual([{ amount: 4_550 }, { amount: 3_450 }])
})

test('leaves out refunds for which nothing is left', async () => {
  const paid = await givenSettled()
  await refundAll(paid)
  await assignTooLittle(paid, '45.50')
  expect(await refundsOf(paid.id)).toEqual([{ amount: 4_550 }])
})

test('counts what went back before too little was assigned to an order that was settled by hand', async () => {
  const paid = await givenSettled()
  await payBackAll(paid)
  await assignTooLittle(paid, '80.00')
  expect(await refundsOf(paid.id)).toEqual([{ amount: 4_550 }, { amount: 4_550 }])
  expect(await takenOf(paid)).toBe(8_000)
})

test('takes all of the rest of an order settled by hand of which more had gone back than came', async () => {
  const paid = await givenSettled()
  await payBackAll(paid, paid.ticketIds.slice(0, 1))
  await assignTooLittle(paid, '30.00')
  expect(await takenOf(paid)).toBe(3_000)
  await shop.book(camt([{ ...paid.line, amount: '61.00' }]))
  const [rest] = await shop.openMovements(paid.line.purpose)
  expect(rest).toMatchObject({ finding: 'AMOUNT' })
  const reply = await shop.end(rest, 'assign', { paymentId: paid.id, reason: 'The rest' })
  expect(reply.json()).toMatchObject({ state: 'BOOKED', openAmount: 0 })
  await refundAll({ ...paid, ticketIds: paid.ticketIds.slice(1) })
  expect(await refundsOf(paid.id)).toEqual([{ amount: 4_550 }, { amount: 4_550 }])
})

test('pays nothing back of an order settled by hand if its money comes in a statement after its reversal', async () => {
  const paid = await givenSettled()
  await takeBackFirst(paid, '91.00')
  const statement = camt([paid.line])
  expect((await shop.upload('/checks', statement)).json().movements).toMatchObject([{ finding: 'EXACT' }])
  expect(await shop.book(statement)).toMatchObject({ booked: 1, open: 0 })
  expect(await takenOf(paid)).toBe(0)
  await refundAll(paid)
  expect(await refundsOf(paid.id)).toEqual([])
  await shop.book(camt([{ ...paid.line, day: '2026-11-25' }]))
  const [again] = await shop.openMovements(paid.line.purpose)
  await shop.end(again, 'assign', { paymentId: paid.id, reason: 'Paid again' })
  expect(await takenOf(paid)).toBe(9_100)
})

test.each([
  ['80.00', 2_000, { state: 'BOOKED', openAmount: 0 }],
  ['100.00', 3_100, { state: 'OPEN', openAmount: 900 }],
])(
  'counts %s for an order settled by hand less what the bank took back in an earlier file',
  async (amount, taken, assigned) => {
    const paid = await givenSettled()
    await takeBackFirst(paid, '60.00')
    await shop.book(camt([{ ...paid.line, amount }]))
    const [movement] = await shop.openMovements(paid.line.purpose)
    const reply = await shop.end(movement, 'assign', { paymentId: paid.id, reason: 'Charges' })
    expect(reply.json()).toMatchObject(assigned)
    expect(await takenOf(paid)).toBe(taken)
  },
)

test('fills up the refund of a ticket that waited for the rest of such an order', async () => {
  const paid = await givenSettled()
  await payBackAll(paid, paid.ticketIds.slice(0, 1))
  await assignTooLittle(paid, '30.00')
  await refundAll({ ...paid, ticketIds: paid.ticketIds.slice(1) })
  expect(await refundsOf(paid.id)).toEqual([{ amount: 4_550 }])
  await shop.book(camt([{ ...paid.line, amount: '50.00' }]))
  const [rest] = await shop.openMovements(paid.line.purpose)
  await shop.end(rest, 'assign', { paymentId: paid.id, reason: 'A part of the rest' })
  expect(await refundsOf(paid.id)).toEqual([{ amount: 4_550 }, { amount: 3_450 }])
})

test('takes the rest of money that was settled too late and went back before it came', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  await shop.ask('DELETE', `/payments/${paid.id}`, { as: paid.ada })
  // The customer orders the same tickets in another way, so the money buys nothing.
  expect((await shop.start(paid.ada, 'desk', { ticketIds: paid.ticketIds })).statusCode).toBe(201)
  const settled = { ...paid, line: { amount: '91.00', purpose: referenceOf(paid) } }
  await settleByHand(paid.id)
  await payBackAll(settled, [])
  await assignTooLittle(settled, '60.00')
  await shop.book(camt([{ ...settled.line, amount: '31.00' }]))
  const [rest] = await shop.openMovements(settled.line.purpose)
  expect(rest).toMatchObject({ finding: 'AMOUNT' })
  const reply = await shop.end(rest, 'assign', { paymentId: paid.id, reason: 'The rest' })
  expect(reply.json()).toMatchObject({ state: 'BOOKED', openAmount: 0 })
  expect(await refundsOf(paid.id)).toEqual([{ amount: 9_100 }])
  expect(await takenOf(paid)).toBe(9_100)
  expect(await shop.book(camt([{ ...settled.line, amount: '1.00' }]))).toMatchObject({ open: 1 })
  expect(await shop.openMovements(settled.line.purpose)).toMatchObject([{ finding: 'DOUBLE' }])
})

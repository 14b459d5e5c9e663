import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentId } from '#domain/ids.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { PAYER, type StatementShop, camt, openStatementShop, referenceOf } from '#server/testing/statement-shop.ts'

let shop: StatementShop

beforeAll(async () => {
  shop = await openStatementShop()
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

/** An order by bank transfer that an administrator has settled before its statement came. */
async function givenSettled() {
  const paid = await shop.givenOpenPayment('transfer')
  const body = { reason: 'Seen in the banking app' }
  expect((await shop.ask('POST', `/admin/payments/${paid.id}/settle`, { as: shop.admin, body })).statusCode).toBe(200)
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
  await refundAll(paid)
  const refunds = await shop.db.selectFrom('refunds').select('id').where('payment_id', '=', paid.id).execute()
  const body = { reason: 'Transferred in the banking app' }
  for (const { id } of refunds) await shop.ask('POST', `/admin/refunds/${id}/by-hand`, { as: shop.admin, body })
  await assignTooLittle(paid, '80.00')
  expect(await refundsOf(paid.id)).toEqual([{ amount: 4_550 }, { amount: 4_550 }])
})

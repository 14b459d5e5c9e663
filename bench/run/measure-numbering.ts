import { randomUUID } from 'node:crypto'
import type { NewOrder } from '#contract/orders.ts'
import type { UserId } from '#domain/ids.ts'
import { orderingTogether } from '#server/features/orders/order-together.ts'
import { placeOrder } from '#server/features/orders/place-order.ts'
import { givenReservations } from '#server/testing/given-sales.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { insertNumbered } from '../shared/bare.sql.ts'
import { type Bench, givenToken } from '../shared/fresh-shop.ts'
import { measure, type Measurement } from '../shared/measure.ts'

const TIMES = 1_000

type OrderRequest = { userId: UserId; order: NewOrder }

/** Measures invoice numbers per second: a bare number as the upper bound, then those of orders. */
export async function measureNumbering(bench: Bench, atOnce: number): Promise<Measurement[]> {
  const load = { times: TIMES, atOnce }
  const called = await givenOrders(bench)
  const asked = await givenOrders(bench)
  const together = orderingTogether(bench)
  const tokens = await Promise.all(asked.map(({ userId }) => givenToken(bench, userId)))

  return [
    await measure(`a bare number, ${atOnce} at once`, load, () => insertNumbered(bench.owner)),
    await measure(`an order, ${atOnce} at once`, load, (index) =>
      placeOrder(bench, { ...(called[index] as OrderRequest), idempotencyKey: randomUUID() }, together, (work) =>
        work(),
      ),
    ),
    await measure(`an order over HTTP, ${atOnce} at once`, load, async (index) => {
      const headers = { authorization: `Bearer ${tokens[index]}`, 'idempotency-key': randomUUID() }
      const payload = (asked[index] as OrderRequest).order
      const reply = await bench.app.inject({ method: 'POST', url: '/api/v1/orders', headers, payload })
      if (reply.statusCode !== 201) throw new Error(`${reply.statusCode} ${reply.body}`)
    }),
  ]
}

/** Creates orders of one reserved ticket each, by different customers, which contend for the number only. */
async function givenOrders({ db }: Bench): Promise<OrderRequest[]> {
  const show = await givenShow(db, { standing: TIMES })
  const userIds: UserId[] = []
  for (let count = 0; count < TIMES; count += 1) userIds.push(await givenUser(db))
  const reserved = await givenReservations(db, show, { userIds, each: 1 })
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  return [...reserved].map(([userId, ticketIds]) => ({
    userId,
    order: { userPaymentInfoDto, paymentType: 'VISA', ticketIds, merchandiseIds: [] },
  }))
}

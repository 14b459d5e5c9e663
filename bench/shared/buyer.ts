import { setTimeout as wait } from 'node:timers/promises'
import type { PlaceId, ProductId, ShowId, UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { tokensWith } from '#server/features/auth/tokens.ts'
import { givenUser, insertTestSession } from '#server/testing/test-data.ts'
import { HttpLine } from './http-line.ts'

const TRY_AGAIN_MS = 25

/** A customer, with the header of their requests. */
export type Customer = { userId: UserId; authorization: string }
/** A customer with a connection to the shop. */
export type Buyer = Customer & { line: HttpLine }
export type Show = { showId: ShowId; seatIds: readonly PlaceId[] }

const anOrder = { userPaymentInfoDto: { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }, paymentType: 'VISA' }

type Shop = { db: Db; secret: string }

/** Returns a function that creates a customer with a session. */
export function customersOf({ db, secret }: Shop): () => Promise<Customer> {
  const tokens = tokensWith(secret)
  return async () => {
    const userId = await givenUser(db)
    return { userId, authorization: `Bearer ${tokens.sign({ userId, ...(await insertTestSession(db, userId)) })}` }
  }
}

/** Opens connections of new customers to the ports in turn. `network` is the third byte of their addresses. */
export function openBuyers(
  { ports, ...shop }: Shop & { ports: readonly number[] },
  { count, network }: { count: number; network: number },
): Promise<Buyer[]> {
  const givenCustomer = customersOf(shop)
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const line = await HttpLine.open(ports[index % ports.length] ?? 0, `127.0.${network}.${index + 1}`)
      return { ...(await givenCustomer()), line }
    }),
  )
}

/** Reserves seats of a show by their indexes. Returns the ids of the tickets. */
export async function reserve(
  buyer: Buyer,
  { showId, seatIds }: Show,
  seats: readonly number[],
  key?: string,
): Promise<number[]> {
  const body = { eventShowId: showId, seatingPlanPlaceIds: seats.map((at) => seatIds[at]) }
  const { elements } = JSON.parse(await send(buyer, { method: 'POST', path: '/tickets', body, key })) as {
    elements: { id: number }[]
  }
  return elements.map(({ id }) => id)
}

/** Puts a product into the cart. Returns the id of the cart line. */
export async function putInCart(buyer: Buyer, merchandiseProductId: ProductId): Promise<number> {
  const body = { merchandiseProductId, quantity: 1 }
  const line = JSON.parse(await send(buyer, { method: 'POST', path: '/merchandise/purchases', body })) as { id: number }
  return line.id
}

type Items = { ticketIds: readonly number[]; merchandiseIds?: readonly number[] }

/** Orders reserved tickets and cart lines. */
export async function order(buyer: Buyer, items: Items, key: string): Promise<void> {
  await send(buyer, { method: 'POST', path: '/orders', body: { ...anOrder, ...items }, key })
}

type Sent = { method: string; path: string; body?: object; key?: string | undefined }

/** Sends a request, again after a pause if the shop refuses it as overloaded. */
export async function send({ line, authorization }: Buyer, { method, path, body, key }: Sent): Promise<string> {
  const head = [
    `${method} /api/v1${path} HTTP/1.1`,
    `authorization: ${authorization}`,
    ...(key === undefined ? [] : [`idempotency-key: ${key}`]),
  ].join('\r\n')
  for (;;) {
    const answer = await line.send(head, body && JSON.stringify(body))
    if (answer.status < 300) return answer.body
    if (answer.status !== 503) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`)
    await wait(TRY_AGAIN_MS)
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import type { Random } from '#server/demo/random.ts'
import { tokensWith } from '#server/features/auth/tokens.ts'
import { givenUser, insertTestSession } from '#server/testing/test-data.ts'
import { type Answer, type Call, httpClientAt, nextAddress } from './http-client.ts'

/** A customer that sends HTTP requests to any server of the shop. */
export type Buyer = {
  userId: UserId
  /** The header of the customer's requests. */
  authorization: string
  send: (url: string, method: string, path: string, said?: RequestOptions) => Promise<Answer>
}

type RequestOptions = Pick<Call, 'body' | 'headers'>

/** Signs the tokens of customers. A server gets it as `JWT_SECRET`. */
export const tokenSecret = 'a secret of the tests, at least 32 characters'
const tokens = tokensWith(tokenSecret)
const ANSWER_WITHIN_MS = 60_000
const TRY_AGAIN_MS = 25

/** Creates customers with sessions. */
export function givenBuyers(db: Db, count: number): Promise<Buyer[]> {
  return Promise.all(Array.from({ length: count }, async () => givenBuyer(db, await givenUser(db))))
}

/** Creates another session of a user, by default at a network address of its own. */
export async function givenBuyer(db: Db, userId: UserId, address = nextAddress()): Promise<Buyer> {
  const client = httpClientAt(address)
  const authorization = `Bearer ${tokens.sign({ userId, ...(await insertTestSession(db, userId)) })}`
  return {
    userId,
    authorization,
    send: (url, method, path, { body, headers } = {}) =>
      client(`${url}${path}`, { method, body, headers: { authorization, ...headers } }),
  }
}

type BuyerRequest = { path: string; body: object }

const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }

export const toReserve = (showId: number, seatingPlanPlaceIds: readonly number[]): BuyerRequest => ({
  path: '/tickets',
  body: { eventShowId: showId, seatingPlanPlaceIds },
})

export const toOrder = (ticketIds: readonly number[]): BuyerRequest => ({
  path: '/orders',
  body: { userPaymentInfoDto, paymentType: 'VISA', ticketIds },
})

export const toRedeem = (merchandiseIds: readonly number[]): BuyerRequest => ({
  path: '/orders',
  body: { userPaymentInfoDto, merchandiseIds },
})

type BuyerLine = { urls: readonly string[]; random: Random; key?: string }

/**
 * Repeats a request with the same Idempotency-Key, at any of the servers, while the connection breaks or the shop says
 * that it is unavailable. Requires a `Retry-After` with every 503.
 */
export async function insist(
  buyer: Buyer,
  { path, body }: BuyerRequest,
  { urls, random, key = crypto.randomUUID() }: BuyerLine,
): Promise<Answer> {
  const deadline = Date.now() + ANSWER_WITHIN_MS
  for (;;) {
    const said = { body, headers: { 'idempotency-key': key } }
    const answer = await buyer.send(random.pick(urls), 'POST', path, said).catch(() => undefined)
    const isAway = answer?.status === 503 && answer.retryAfter !== null
    if (answer && !isAway) return answer
    if (Date.now() > deadline) throw new Error(`No answer to POST ${path} for a minute.`)
    await wait(TRY_AGAIN_MS)
  }
}

/** Repeats a request that an overloaded shop refused before it did anything: a 503 with a `Retry-After`. */
export async function untilServed(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 503 || answer.retryAfter === null) return answer
    await wait(TRY_AGAIN_MS)
  }
}

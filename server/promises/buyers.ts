import type { UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { tokensWith } from '#server/features/auth/tokens.ts'
import { givenUser, insertTestSession } from '#server/testing/given.ts'

/** A customer who talks to the shop over HTTP, to one server of it or another. */
export type Buyer = {
  userId: UserId
  send: (url: string, method: string, path: string, said?: Said) => Promise<Answer>
}

type Said = { body?: object; headers?: Record<string, string> }

export type Answer = { status: number; body: string }

const tokens = tokensWith('a secret of the tests, at least 32 characters')

/** Customers with sessions. */
export function givenBuyers(db: Db, count: number): Promise<Buyer[]> {
  return Promise.all(Array.from({ length: count }, () => givenBuyer(db)))
}

async function givenBuyer(db: Db): Promise<Buyer> {
  const userId = await givenUser(db)
  const { sessionId, isAdmin } = await insertTestSession(db, userId)
  const authorization = `Bearer ${tokens.sign({ userId, sessionId, isAdmin })}`
  return {
    userId,
    send: async (url, method, path, { body, headers } = {}) => {
      const reply = await fetch(`${url}${path}`, {
        method,
        headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return { status: reply.status, body: await reply.text() }
    },
  }
}

export const paymentInfo = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }

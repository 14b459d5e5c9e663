import { timingSafeEqual } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'

type Tokens = Pick<AppContext['tokens'], 'keyedHash'>

/** Writes the token with which the receiver of a mail turns off reminders. It does nothing else and never expires. */
export function optOutToken(tokens: Tokens, userId: UserId): string {
  return `${userId}.${hashOf(tokens, userId).toString('base64url')}`
}

/** Reads the user of a token; undefined for a forged one. */
export function userOfOptOutToken(tokens: Tokens, token: string): UserId | undefined {
  const [id = '', signature = ''] = token.split('.')
  if (!/^[1-9]\d{0,9}$/.test(id)) return undefined
  const userId = Number(id) as UserId
  const [expected, given] = [hashOf(tokens, userId), Buffer.from(signature, 'base64url')]
  return expected.length === given.length && timingSafeEqual(expected, given) ? userId : undefined
}

const hashOf = (tokens: Tokens, userId: UserId) => tokens.keyedHash('reminders', String(userId))

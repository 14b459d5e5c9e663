import { createSigner, type SignerOptions } from 'fast-jwt'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint, EndpointAccess } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { UserId } from '#domain/ids.ts'
import { hashOfSession } from '#server/features/auth/session-ids.ts'
import { cheapHashOf } from '#server/testing/cheap-password.ts'
import { givenScanner } from '#server/testing/given-entry.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openTestShop, type TestShop, TOKEN_SECRET } from '#server/testing/shop.ts'

/** The callers that are tried on every call. `expectedRefusal` defines their access. */
const callers = [
  'no token',
  'customer',
  'other customer',
  'staff',
  'admin',
  'locked',
  'deleted',
  'logged out',
  'password changed',
  'password reset',
  'expired session',
  'expired token',
  'forged',
  'another algorithm',
  'alg none',
  'nonsense',
  'scanner',
] as const
type Caller = (typeof callers)[number]

let shop: TestShop
let tokens: Record<Caller, string | undefined>

beforeAll(async () => {
  shop = await openTestShop()
  tokens = await makeTokens()
})
afterAll(() => shop.close())

async function makeTokens(): Promise<Record<Caller, string | undefined>> {
  const { db, tokenOf } = shop
  const customer = await givenUser(db)
  const locked = await givenUser(db)
  const deleted = await givenUser(db)
  const adminId = await givenUser(db, { isAdmin: true })
  // Each of these tokens names a live session of an administrator, so that only its own fault can refuse it.
  const signed = async (options: Partial<SignerOptions> & { key: string }) =>
    createSigner({ expiresIn: 7 * 86_400_000, ...options })(await claimsOf(adminId))
  const result = {
    'no token': undefined,
    customer: await tokenOf(customer),
    'other customer': await tokenOf(await givenUser(db)),
    staff: await tokenOf(await givenUser(db, { isStaff: true })),
    admin: await tokenOf(adminId),
    locked: await tokenOf(locked),
    deleted: await tokenOf(deleted),
    'logged out': await tokenOf(customer),
    'password changed': await tokenRevokedBy(changePassword),
    'password reset': await tokenRevokedBy(resetPassword),
    'expired session': await tokenOf(customer),
    'expired token': await signed({
      key: TOKEN_SECRET,
      algorithm: 'HS256',
      clockTimestamp: Date.now() - 8 * 86_400_000,
    }),
    forged: await signed({ key: 'another secret of at least 32 characters', algorithm: 'HS256' }),
    'another algorithm': await signed({ key: TOKEN_SECRET, algorithm: 'HS512' }),
    'alg none': `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded({ ...(await claimsOf(adminId)), ...VALID_NOW })}.`,
    nonsense: 'nonsense',
    scanner: (await givenScanner(shop.ask, await givenUser(db, { isStaff: true }), (await givenShow(db)).showId)).token,
  }
  await db.updateTable('users').set({ is_locked: true }).where('id', '=', locked).execute()
  await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', deleted).execute()
  await shop.ask('DELETE', '/authentication', { as: result['logged out'] })
  const expired = hashOfSession(sessionOf(result['expired session']))
  await sql`update sessions set expires_at = shop_now() where id_hash = ${expired}`.execute(shop.owner)
  return result
}

/** Creates a token, then lets its user end the session by another request. */
async function tokenRevokedBy(revoke: (user: { userId: UserId; email: string }) => Promise<number>): Promise<string> {
  const email = `${revoke.name}@foyer.example`
  const userId = await givenUser(shop.db, { email, passwordHash: await cheapHashOf('old password') })
  const token = await shop.tokenOf(userId)
  expect(await revoke({ userId, email })).toBe(204)
  return token
}

async function changePassword({ userId }: { userId: UserId }): Promise<number> {
  const body = { password: 'old password', newPassword: 'new password' }
  return (await shop.ask('PATCH', '/users/change-password', { as: userId, body })).statusCode
}

async function resetPassword({ email }: { email: string }): Promise<number> {
  await shop.ask('POST', '/password-resets', { body: { email } })
  const link = (await doJobs(shop)).find(({ to }) => to.email === email)?.link?.url ?? ''
  const body = { token: new URL(link).searchParams.get('reset-token'), password: 'new password' }
  return (await shop.ask('PUT', '/password-resets', { body })).statusCode
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sessionOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid

const VALID_NOW = { iat: Math.floor(Date.now() / 1_000), exp: Math.floor(Date.now() / 1_000) + 86_400 }

/** Creates a session and returns the claims of its token. */
async function claimsOf(userId: UserId) {
  return { sub: String(userId), sid: sessionOf(await shop.tokenOf(userId)), rol: ['ROLE_ADMIN', 'ROLE_USER'] }
}

/** Returns the expected refusal of a caller by a call's access; undefined if the caller is admitted. */
function expectedRefusal(access: EndpointAccess, caller: Caller): 401 | 403 | undefined {
  if (access === 'visitor') return undefined
  if (access === 'device' || access === 'former-device') return caller === 'scanner' ? undefined : 401
  if (caller === 'no token') return access === 'anyone' ? undefined : 401
  if (caller === 'staff') return access === 'admin' ? 403 : undefined
  if (caller === 'customer' || caller === 'other customer') {
    return access === 'admin' || access === 'staff' ? 403 : undefined
  }
  return caller === 'admin' ? undefined : 401
}

const pathOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, '999999')

for (const { endpoint } of endpoints) {
  test(`${endpoint.method} ${endpoint.path} is for ${endpoint.access}`, async () => {
    for (const caller of callers) {
      // Skipped, because these calls would end the session or the account of a caller.
      const expected = expectedRefusal(endpoint.access, caller)
      if (expected === undefined && endsSession(endpoint)) continue
      const { statusCode } = await shop.ask(endpoint.method, pathOf(endpoint), { as: tokens[caller], body: {} })
      if (expected === undefined) expect([401, 403], caller).not.toContain(statusCode)
      else expect(statusCode, caller).toBe(expected)
    }
  })
}

const endsSession = ({ method, path }: Endpoint) =>
  method === 'DELETE' && ['/authentication', '/users', '/users/sessions'].includes(path)

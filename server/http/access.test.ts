import { createSigner, type SignerOptions } from 'fast-jwt'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint, Who } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { UserId } from '#domain/ids.ts'
import { givenUser } from '#server/testing/given.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

// The callers of the matrix: what each is allowed is said once for each kind of call, below.
const callers = [
  'no token',
  'customer',
  'admin',
  'locked',
  'deleted',
  'logged out',
  'expired session',
  'expired token',
  'forged',
  'another algorithm',
  'alg none',
  'no token at all',
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
  const result = {
    'no token': undefined,
    customer: await tokenOf(customer),
    admin: await tokenOf(await givenUser(db, { isAdmin: true })),
    locked: await tokenOf(locked),
    deleted: await tokenOf(deleted),
    'logged out': await tokenOf(customer),
    'expired session': await tokenOf(customer),
    'expired token': signed(customer, { key: SECRET, algorithm: 'HS256', clockTimestamp: Date.now() - 8 * 86_400_000 }),
    forged: signed(customer, { key: 'another secret of at least 32 characters', algorithm: 'HS256' }),
    'another algorithm': signed(customer, { key: SECRET, algorithm: 'HS512' }),
    'alg none': `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded({ sub: '1', sid: crypto.randomUUID(), rol: ['ROLE_ADMIN'] })}.`,
    'no token at all': 'nonsense',
  }
  await db.updateTable('users').set({ is_locked: true }).where('id', '=', locked).execute()
  await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', deleted).execute()
  await shop.ask('DELETE', '/authentication', { as: result['logged out'] })
  await sql`update sessions set expires_at = shop_now() where id = ${sessionOf(result['expired session'])}::uuid`.execute(
    db,
  )
  return result
}

const SECRET = 'a secret of the tests, at least 32 characters'
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sessionOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid

function signed(userId: UserId, options: Partial<SignerOptions> & { key: string }): string {
  const sign = createSigner({ expiresIn: 7 * 86_400_000, ...options })
  return sign({ sub: String(userId), sid: crypto.randomUUID(), rol: ['ROLE_ADMIN', 'ROLE_USER'] })
}

/** What a call answers to a caller before it looks at anything else; undefined: it lets them in. */
function refusalOf(who: Who, caller: Caller): 401 | 403 | undefined {
  if (who === 'visitor') return undefined
  if (caller === 'no token') return who === 'anyone' ? undefined : 401
  if (caller === 'customer') return who === 'admin' ? 403 : undefined
  return caller === 'admin' ? undefined : 401
}

const pathOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, '999999')

for (const { endpoint } of endpoints) {
  test(`${endpoint.method} ${endpoint.path} is for ${endpoint.who}`, async () => {
    for (const caller of callers) {
      // Calls that would end the session or the account of the matrix' own callers are not let in.
      const expected = refusalOf(endpoint.who, caller)
      if (expected === undefined && isFinal(endpoint)) continue
      const { statusCode } = await shop.ask(endpoint.method, pathOf(endpoint), { as: tokens[caller], body: {} })
      if (expected === undefined) expect([401, 403], caller).not.toContain(statusCode)
      else expect(statusCode, caller).toBe(expected)
    }
  })
}

const isFinal = ({ method, path }: Endpoint) => method === 'DELETE' && (path === '/authentication' || path === '/users')

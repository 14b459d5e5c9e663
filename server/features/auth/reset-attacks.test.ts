import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { buildApp } from '#server/app.ts'
import { connect } from '#server/db/connection.ts'
import { cheapHashOf } from '#server/testing/cheap-password.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { hashOfToken } from '#server/gateways/random-tokens.ts'

const TAKEN = 'password of the attacker'
const LINK = 'https://tickets.example/shop/password-reset?reset-token='

let shop: TestShop
let oldHash: string
let victim: Person
let attacker: Person
let people = 0

type Person = { email: string; userId: UserId }

beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: 'https://tickets.example/shop' })
  oldHash = await cheapHashOf('old password')
})
afterAll(() => shop.close())

beforeEach(async () => {
  await sql`truncate attempts`.execute(shop.owner)
  victim = await givenPerson()
  attacker = await givenPerson()
})

async function givenPerson(): Promise<Person> {
  people += 1
  const email = `person${people}@foyer.example`
  return { email, userId: await givenUser(shop.db, { email, passwordHash: oldHash }) }
}

/** Asks for a reset of an address; the links that were mailed, and to whom. */
async function linksFor(email: unknown, headers: Record<string, string> = {}) {
  const { statusCode } = await shop.ask('POST', '/password-resets', { body: { email }, headers })
  const letters = await doJobs(shop)
  const links = letters.map(({ to, link }) => ({ to: to.email, url: link?.url ?? '' }))
  return { statusCode, links: links.filter(({ url }) => url.includes('reset-token')) }
}

async function tokenFor({ email }: Person): Promise<string> {
  const { links } = await linksFor(email)
  return links[0]?.url.replace(LINK, '') ?? ''
}

async function finish(body: object): Promise<number> {
  return (await shop.ask('PUT', '/password-resets', { body })).statusCode
}

const check = async (token: string) => (await shop.ask('GET', `/password-resets/${token}`)).statusCode

async function enters({ email }: Person, password: string): Promise<boolean> {
  return (await shop.ask('POST', '/authentication', { body: { email, password } })).statusCode === 200
}

type Attack = {
  what: string
  /** Tries to set a password of the attacker's for the victim; answers the statuses of what it tried. */
  tries: () => Promise<number[]>
  answers: number
  /** The password that the victim enters with afterwards. */
  owner?: string
}

const attacks: readonly Attack[] = [
  {
    what: 'a used link again, after the two minutes in which its own request may be repeated',
    answers: 410,
    owner: 'nine green bottles',
    tries: async () => {
      const token = await tokenFor(victim)
      expect(await finish({ token, password: 'nine green bottles' })).toBe(204)
      const soon = await finish({ token, password: TAKEN })
      await sql`update password_resets set used_at = used_at - interval '121 seconds'`.execute(shop.db)
      return [soon, await finish({ token, password: TAKEN }), await finish({ token, password: 'nine green bottles' })]
    },
  },
  {
    what: 'one’s own link with the address of the victim',
    answers: 410,
    tries: async () => {
      const token = await tokenFor(attacker)
      return [await finish({ token, email: victim.email, password: TAKEN })]
    },
  },
  {
    what: 'one’s own link with the victim named in every other way',
    answers: 204,
    tries: async () => {
      const named = { userId: victim.userId, id: victim.userId, user: victim.email, to: victim.email }
      return [await finish({ token: await tokenFor(attacker), password: TAKEN, ...named })]
    },
  },
  {
    what: 'a link of an account that was locked',
    answers: 410,
    tries: async () => {
      const token = await tokenFor(victim)
      await shop.db.updateTable('users').set({ is_locked: true }).where('id', '=', victim.userId).execute()
      const statuses = [await check(token), await finish({ token, password: TAKEN })]
      await shop.db.updateTable('users').set({ is_locked: false }).where('id', '=', victim.userId).execute()
      return statuses
    },
  },
  {
    what: 'a link from before the owner changed the password',
    answers: 410,
    owner: 'nine green bottles',
    tries: async () => {
      const token = await tokenFor(victim)
      const body = { password: 'old password', newPassword: 'nine green bottles' }
      await shop.ask('PATCH', '/users/change-password', { as: victim.userId, body })
      return [await check(token), await finish({ token, password: TAKEN })]
    },
  },
  {
    what: 'the older of two links, once the newer was used',
    answers: 410,
    owner: 'nine green bottles',
    tries: async () => {
      const older = await tokenFor(victim)
      await sql`update password_resets set expires_at = expires_at - interval '5 minutes'`.execute(shop.owner)
      const newer = await tokenFor(victim)
      expect([await check(older), await check(newer)]).toEqual([204, 204])
      expect(await finish({ token: newer, password: 'nine green bottles' })).toBe(204)
      return [await check(older), await finish({ token: older, password: TAKEN })]
    },
  },
  {
    what: 'what the database keeps of a token, in place of the token',
    answers: 410,
    tries: async () => {
      const hash = createHash('sha256')
        .update(await tokenFor(victim))
        .digest()
      const spellings = [hash.toString('hex'), hash.toString('base64url'), `\\x${hash.toString('hex')}`]
      return Promise.all(spellings.map((token) => finish({ token, password: TAKEN })))
    },
  },
  {
    what: 'a token that is nearly right',
    answers: 410,
    tries: async () => {
      const token = await tokenFor(victim)
      const near = [
        token.slice(0, -1),
        `${token}=`,
        `${token} `,
        token.toLowerCase(),
        `${token}${token}`,
        '%',
        '_'.repeat(43),
      ]
      return Promise.all(near.map((wrong) => finish({ token: wrong, password: TAKEN })))
    },
  },
  {
    what: 'no token, or one that is no text',
    answers: 4,
    tries: async () => {
      await tokenFor(victim)
      const none = ['', null, undefined, true, 0, {}, [], { $ne: '' }, ['a']]
      const body = (token: unknown) => ({ token, email: victim.email, password: TAKEN })
      return (await Promise.all(none.map((token) => finish(body(token))))).map((status) => Math.floor(status / 100))
    },
  },
]

for (const { what, tries, answers, owner = 'old password' } of attacks) {
  test(`prevents a takeover by ${what}`, async () => {
    const statuses = await tries()
    expect(statuses).toEqual(statuses.map(() => answers))
    expect([await enters(victim, TAKEN), await enters(victim, owner)]).toEqual([false, true])
  })
}

test('rejects the link of a deleted account', async () => {
  const token = await tokenFor(victim)
  const deletion = { as: victim.userId, body: { password: 'old password' } }
  expect((await shop.ask('DELETE', '/users', deletion)).statusCode).toBe(204)
  expect([await check(token), await finish({ token, password: TAKEN })]).toEqual([410, 410])
  await doJobs(shop)
})

test("expires links by the shop's clock", async () => {
  const token = await tokenFor(victim)
  const statusAfter = async (shift: string) => {
    const url = new URL(shop.databaseUrl)
    url.searchParams.set('options', `-c foyer.clock_shift=${shift}`)
    const db = connect(url.href, { max: 2 })
    const later = await buildApp({ ...shop.context, db })
    const { statusCode } = await later.inject(`/api/v1/password-resets/${token}`)
    await later.close()
    await db.destroy()
    return statusCode
  }
  expect([await statusAfter('29min'), await statusAfter('31min')]).toEqual([204, 410])
})

test('keeps a link valid after a mail scanner opened it', async () => {
  const token = await tokenFor(victim)
  for (let visit = 0; visit < 5; visit += 1) {
    expect(await check(token)).toBe(204)
    await shop.app.inject({ method: 'HEAD', url: `/api/v1/password-resets/${token}` })
    await shop.app.inject(`/password-reset?reset-token=${token}`)
  }
  expect(await finish({ token, password: 'nine green bottles' })).toBe(204)
  expect(await enters(victim, 'nine green bottles')).toBe(true)
})

test('builds links without request headers', async () => {
  const evil = 'evil.example'
  for (const name of [
    'host',
    'x-forwarded-host',
    'x-host',
    'x-original-host',
    'x-forwarded-server',
    'forwarded',
    'origin',
    'referer',
    'x-forwarded-proto',
    'x-forwarded-prefix',
    'x-original-url',
    'x-rewrite-url',
  ]) {
    const { statusCode, links } = await linksFor(victim.email, { [name]: name === 'forwarded' ? `host=${evil}` : evil })
    expect([name, statusCode, links.length]).toEqual([name, 204, 1])
    expect([name, links[0]?.url]).toEqual([
      name,
      expect.stringMatching(/^https:\/\/tickets\.example\/shop\/password-reset\?reset-token=[\w-]{43}$/),
    ])
    await sql`truncate attempts, password_resets`.execute(shop.owner)
  }
})

test('sends links to the address of the account only', async () => {
  const both = `${victim.email},${attacker.email}`
  for (const email of [
    both,
    `${victim.email}\nbcc: ${attacker.email}`,
    `${victim.email}%0abcc:${attacker.email}`,
    [victim.email, attacker.email],
    { email: victim.email },
    `<${victim.email}>`,
    ` ${victim.email}`,
  ]) {
    const { statusCode, links } = await linksFor(email)
    expect([email, statusCode >= 400, links]).toEqual([email, true, []])
  }
  const { links } = await linksFor(victim.email.toUpperCase())
  expect(links.map(({ to }) => to)).toEqual([victim.email])
})

test('control: finding the user by the email instead of the token allows a takeover', async () => {
  const token = await tokenFor(attacker)
  const { rows } = await sql<{ id: UserId }>`
    select users.id from users, password_resets
    where token_hash = ${hashOfToken(token)} and used_at is null and users.email = ${victim.email}`.execute(shop.db)
  expect(rows).toEqual([{ id: victim.userId }])
})

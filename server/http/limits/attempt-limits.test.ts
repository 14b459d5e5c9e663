import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cheapHashOf } from '#server/testing/cheap-password.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { clientNetworkOf } from '../client-network.ts'

let shop: TestShop
let passwordHash: string

beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await cheapHashOf('right password')
})
afterAll(() => shop.close())

function logIn(email: string, password: string, from: string) {
  return shop.ask('POST', '/authentication', { body: { email, password }, from })
}

/** Creates accounts whose password is verified quickly. */
async function givenAccounts(count: number, emailOf: (index: number) => string): Promise<void> {
  for (let index = 0; index < count; index += 1) await givenUser(shop.db, { email: emailOf(index), passwordHash })
}

function startReset(email: string, from: string) {
  return shop.ask('POST', '/password-resets', { body: { email }, from })
}

function register(email: string, from: string) {
  return shop.ask('POST', '/users', {
    body: { firstName: 'Ada', lastName: 'Asks', email, password: 'long enough' },
    from,
  })
}

const statusesOf = (replies: readonly { statusCode: number }[]) =>
  replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)

test('limits a network to ten wrong passwords, even concurrent ones', async () => {
  const email = 'guessed@foyer.example'
  await givenUser(shop.db, { email, passwordHash })
  const replies = await race(20, () => logIn(email, 'wrong password', '192.0.2.1'))
  expect(replies.filter((reply) => reply.statusCode === 401)).toHaveLength(10)
  const refused = replies.find((reply) => reply.statusCode === 429)
  const seconds = Number(refused?.headers['retry-after'])
  expect(seconds).toBeGreaterThan(60)
  expect(refused?.body).toBe(`Too many attempts. Please try again in ${seconds} seconds.`)
  expect((await logIn(email, 'right password', '192.0.2.1')).statusCode).toBe(429)

  await sql`update attempts set empty_at = empty_at - interval '90 seconds'`.execute(shop.db)
  expect((await logIn(email, 'right password', '192.0.2.1')).statusCode).toBe(200)
  expect((await logIn(email, 'wrong password', '192.0.2.1')).statusCode).toBe(401)
})

test('lets the owner log in from another network during an attack from many', async () => {
  const email = 'famous@foyer.example'
  await givenUser(shop.db, { email, passwordHash })
  await race(10, async (network) => {
    for (let guess = 0; guess < 10; guess += 1) await logIn(email, 'wrong password', `198.51.100.${network}`)
  })
  const attacker = () => logIn(email, 'wrong password', '203.0.113.9')
  const statuses = [await attacker(), await attacker(), await attacker(), await attacker()]
  expect(statuses.map((reply) => reply.statusCode)).toEqual([401, 401, 401, 429])
  expect((await logIn(email, 'right password', '203.0.113.10')).statusCode).toBe(200)
})

test('never counts successful logins, even concurrent ones', async () => {
  const email = 'busy@foyer.example'
  await givenUser(shop.db, { email, passwordHash })
  const replies = await race(40, () => logIn(email, 'right password', '192.0.2.44'))
  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]))
})

test('ignores forged sender headers', async () => {
  const body = { email: 'made-up@foyer.example', password: 'wrong password' }
  const statuses: number[] = []
  for (let guess = 0; guess < 11; guess += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${guess}`, 'x-real-ip': `203.0.113.${guess}` }
    statuses.push((await shop.ask('POST', '/authentication', { body, headers, from: '192.0.2.8' })).statusCode)
  }
  expect(statuses.slice(-2)).toEqual([401, 429])
})

test('limits addresses with and without an account alike', async () => {
  const replies = await race(11, () => logIn('nobody@foyer.example', 'wrong password', '192.0.2.3'))
  expect(statusesOf(replies)).toEqual([...Array(10).fill(401), 429])
})

test('limits a network and address to ten reset requests, with or without an account', async () => {
  for (const email of ['mailed@foyer.example', 'unknown@foyer.example']) {
    if (email.startsWith('mailed')) await givenUser(shop.db, { email })
    const replies = await race(12, () => startReset(email, '192.0.2.4'))
    expect(statusesOf(replies)).toEqual([...Array(10).fill(204), 429, 429])
  }
})

test('lets the owner request a reset while another network has used up its requests', async () => {
  const email = 'pestered@foyer.example'
  await givenUser(shop.db, { email })
  const replies = await race(11, () => startReset(email, '203.0.113.20'))
  expect(statusesOf(replies).at(-1)).toBe(429)
  expect((await startReset(email, '203.0.113.21')).statusCode).toBe(204)
})

test('limits a network to 300 wrong passwords at different addresses, even all at once', async () => {
  await givenAccounts(340, (index) => `stuffed-${index}@foyer.example`)
  const started = Date.now()
  const replies = await race(340, (index) => logIn(`stuffed-${index}@foyer.example`, 'wrong password', '192.0.2.50'))
  const leaked = Math.ceil((Date.now() - started) / 3_000)
  const guesses = replies.filter(({ statusCode }) => statusCode === 401).length
  expect(guesses).toBeGreaterThanOrEqual(300)
  expect(guesses).toBeLessThanOrEqual(300 + leaked)
  expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(340 - guesses)
})

test('counts an attempt that one limit refuses in no other', async () => {
  await givenAccounts(300, (index) => `other-${index}@foyer.example`)
  await race(50, () => logIn('one@foyer.example', 'wrong password', '192.0.2.55'))
  const replies = await race(300, (index) => logIn(`other-${index}@foyer.example`, 'wrong password', '192.0.2.55'))
  expect(replies.filter(({ statusCode }) => statusCode === 401).length).toBeGreaterThanOrEqual(290)
})

test('limits a network to 60 reset requests at different addresses, even all at once', async () => {
  const replies = await race(70, (index) => startReset(`many-${index}@foyer.example`, '192.0.2.51'))
  expect(statusesOf(replies)).toEqual([...Array(60).fill(204), ...Array(10).fill(429)])
})

test('limits a network to 30 registrations of known addresses, even all at once', async () => {
  const addresses = Array.from({ length: 36 }, (_, index) => `known-${index}@foyer.example`)
  for (const email of addresses) await givenUser(shop.db, { email })
  const replies = await race(36, (index) => register(addresses[index] ?? '', '192.0.2.52'))
  expect(statusesOf(replies)).toEqual([...Array(30).fill(409), ...Array(6).fill(429)])
})

test('never counts registrations of new addresses as known ones', async () => {
  const replies = await race(35, (index) => register(`new-${index}@foyer.example`, '192.0.2.53'))
  expect(new Set(statusesOf(replies))).toEqual(new Set([201]))
})

test('lets the owner of an address register, however often others have tried', async () => {
  const email = 'wanted@foyer.example'
  const body = { firstName: 'Ada', lastName: 'Byron', email, password: 'x'.repeat(80) }
  const refused = await race(80, (index) => shop.ask('POST', '/users', { body, from: `198.51.100.${index % 2}` }))
  expect(new Set(statusesOf(refused))).toEqual(new Set([422, 429]))
  expect((await register(email, '192.0.2.54')).statusCode).toBe(201)
})

test('limits the registrations of one mailbox from a network, however it is spelt', async () => {
  const replies = await race(34, (index) => register(`spelt+${index}@foyer.example`, '192.0.2.56'))
  expect(statusesOf(replies)).toEqual([...Array(30).fill(201), ...Array(4).fill(429)])
  expect((await register('spelt@foyer.example', '192.0.2.57')).statusCode).toBe(201)
})

test('limits guesses of reset tokens', async () => {
  const replies = await race(70, (index) => shop.ask('GET', `/password-resets/guess-${index}`, { from: '192.0.2.5' }))
  expect(replies.filter((reply) => reply.statusCode === 410)).toHaveLength(60)
  expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(10)
})

test('limits wrong old passwords', async () => {
  const ada = await givenUser(shop.db, { passwordHash })
  const body = { password: 'wrong password', newPassword: 'new password' }
  const replies = await race(12, () =>
    shop.ask('PATCH', '/users/change-password', { as: ada, body, from: '192.0.2.7' }),
  )
  expect(replies.filter((reply) => reply.statusCode === 422)).toHaveLength(10)
  expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(2)
})

test('limits wrong passwords of all calls of a user together', async () => {
  const ada = await givenUser(shop.db, { passwordHash })
  const body = { password: 'wrong password', newPassword: 'new password' }
  const replies = await race(12, (index) =>
    index % 2
      ? shop.ask('PATCH', '/users/change-password', { as: ada, body, from: '192.0.2.60' })
      : shop.ask('DELETE', '/users', { as: ada, body, from: '192.0.2.60' }),
  )
  expect(statusesOf(replies)).toEqual([...Array(10).fill(422), 429, 429])
})

test('treats an IPv6 network as one client, and both spellings of an IPv4 address alike', () => {
  expect(clientNetworkOf('2001:db8::1')).toBe('2001:db8:0:0')
  expect(clientNetworkOf('2001:0DB8:0:0:ffff::2')).toBe('2001:db8:0:0')
  expect(clientNetworkOf('2001:db8:0:ff::1')).toBe(clientNetworkOf('2001:db8::1'))
  expect(clientNetworkOf('2001:db8:0:100::1')).not.toBe(clientNetworkOf('2001:db8::1'))
  expect(clientNetworkOf('fe80::1%eth0')).toBe('fe80:0:0:0')
  expect(clientNetworkOf('::1')).toBe('0:0:0:0')
  expect(clientNetworkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(clientNetworkOf('192.0.2.1')).toBe('192.0.2.1')
})

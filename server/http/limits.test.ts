import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/gateways/passwords.ts'
import { givenUser } from '#server/testing/given.ts'
import { race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { clientNetworkOf } from './client-network.ts'

let shop: TestShop
let passwordHash: string

beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await hashPassword('right password')
})
afterAll(() => shop.close())

function logIn(email: string, password: string, from: string) {
  return shop.ask('POST', '/authentication', { body: { email, password }, from })
}

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
  expect(replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([...Array(10).fill(401), 429])
})

test('limits an address to ten reset mails, with or without an account', async () => {
  for (const email of ['mailed@foyer.example', 'unknown@foyer.example']) {
    if (email.startsWith('mailed')) await givenUser(shop.db, { email })
    const replies = await race(12, () => shop.ask('POST', '/password-resets', { body: { email }, from: '192.0.2.4' }))
    expect(replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([
      ...Array(10).fill(204),
      429,
      429,
    ])
  }
})

test('limits guesses of reset tokens', async () => {
  const replies = await race(70, (index) => shop.ask('GET', `/password-resets/guess-${index}`, { from: '192.0.2.5' }))
  expect(replies.filter((reply) => reply.statusCode === 410)).toHaveLength(60)
  expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(10)
})

test('limits the enumeration of accounts by registration', async () => {
  const email = 'asked@foyer.example'
  await givenUser(shop.db, { email })
  const body = { firstName: 'Ada', lastName: 'Asks', email, password: 'long enough' }
  let known = 0
  for (let attempt = 0; attempt < 31; attempt += 1) {
    const reply = await shop.ask('POST', '/users', { body, from: '192.0.2.6' })
    if (reply.statusCode === 409) known += 1
    else expect(reply.statusCode).toBe(429)
  }
  expect(known).toBe(30)
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

test('treats an IPv6 network as one client, and both spellings of an IPv4 address alike', () => {
  expect(clientNetworkOf('2001:db8::1')).toBe('2001:db8:0:0')
  expect(clientNetworkOf('2001:0DB8:0:0:ffff::2')).toBe('2001:db8:0:0')
  expect(clientNetworkOf('2001:db8:0:1::1')).not.toBe(clientNetworkOf('2001:db8::1'))
  expect(clientNetworkOf('fe80::1%eth0')).toBe('fe80:0:0:0')
  expect(clientNetworkOf('::1')).toBe('0:0:0:0')
  expect(clientNetworkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(clientNetworkOf('192.0.2.1')).toBe('192.0.2.1')
})

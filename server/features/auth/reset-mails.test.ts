import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ConfirmingShop, openConfirmingShop } from '#server/testing/confirming-shop.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { race } from '#server/testing/race.ts'
import { givenUser } from '#server/testing/test-data.ts'

let shop: ConfirmingShop

beforeAll(async () => {
  shop = await openConfirmingShop()
})
beforeEach(() => shop.beginAnew())
afterAll(() => shop.close())

const networkOf = (index: number) => `198.51.${index}.1`

/** Registers addresses of one mailbox. */
async function givenSpellings(mailbox: string, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, index) => `${mailbox}+${index}@foyer.example`)
  for (const email of emails) await givenUser(shop.db, { email, isEmailVerified: false })
  return emails
}

async function requestReset(email: string, from: string): Promise<void> {
  expect((await shop.ask('POST', '/password-resets', { body: { email }, from })).statusCode).toBe(204)
}

const receivers = async () => (await doJobs(shop)).map(({ to }) => to.email)

test('sends as few reset links to an unconfirmed mailbox as other mails about registrations', async () => {
  const emails = await givenSpellings('eve', 20)
  for (const email of emails) await requestReset(email, networkOf(1))
  expect(await receivers()).toHaveLength(14)
  const more = await givenSpellings('eve+more', 6)
  for (const email of more) await requestReset(email, networkOf(2))
  expect(await receivers()).toEqual(more.slice(0, 4))
})

test('sends owners their reset link, whatever strangers have had sent to other spellings', async () => {
  for (const email of await givenSpellings('ada', 20)) await requestReset(email, networkOf(1))
  await givenUser(shop.db, { email: 'ada@foyer.example', isEmailVerified: false })
  await doJobs(shop)
  await requestReset('ada@foyer.example', networkOf(1))
  expect(await receivers()).toEqual([])
  await requestReset('ada@foyer.example', networkOf(2))
  await requestReset('ada@foyer.example', networkOf(1))
  expect(await receivers()).toEqual(['ada@foyer.example'])

  await givenUser(shop.db, { email: 'ada+confirmed@foyer.example' })
  await requestReset('ada+confirmed@foyer.example', networkOf(1))
  expect(await receivers()).toEqual(['ada+confirmed@foyer.example'])
})

test('sends one link for requests of many networks at once', async () => {
  await givenUser(shop.db, { email: 'bea@foyer.example' })
  await race(12, (index) => requestReset('bea@foyer.example', networkOf(index)))
  expect((await Promise.all([receivers(), receivers(), receivers()])).flat()).toEqual(['bea@foyer.example'])
})

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { enqueue } from '#server/db/jobs.sql.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { offerTokenIn, openTransferShop, type TransferShop } from '#server/testing/transfer-shop.ts'

let shop: TransferShop

beforeAll(async () => {
  shop = await openTransferShop()
})
beforeEach(() => sql`delete from attempts`.execute(shop.db))
afterEach(() => shiftClock(shop.owner, '0'))
afterAll(() => shop.close())

test('limits the offers to one address, of one customer and of all', async () => {
  const offerOften = async (count: number) => {
    const sender = await givenUser(shop.db)
    const id = await shop.buy(sender)
    const statuses: number[] = []
    for (let offers = 0; offers < count; offers += 1) {
      statuses.push(
        (await shop.offer(id, sender, offers % 2 ? 'Victim@foyer.example' : 'victim@foyer.example')).statusCode,
      )
      await shop.withdraw(id, sender)
    }
    expect((await shop.offer(id, sender, 'another@foyer.example')).statusCode).toBe(204)
    return statuses.filter((status) => status === 204).length
  }
  expect(await offerOften(12)).toBe(10)
  expect(await offerOften(10)).toBe(10)
  expect(await offerOften(9)).toBe(9)
  expect(await offerOften(5)).toBe(1)
  await shiftClock(shop.owner, '31 minutes')
  expect(await offerOften(2)).toBe(1)
  await doJobs(shop)
})

test('keeps what it knows of transfers in the personal data, and clears the address after the show', async () => {
  await shop.offered()
  const data = async () => (await shop.ask('GET', '/users/personal-data', { as: shop.ada })).json().ticketTransfers
  expect((await data()).at(-1)).toMatchObject({ isGiven: true, toEmail: 'bea@foyer.example', state: 'OFFERED' })
  await shiftClock(shop.owner, '500 days')
  await enqueue(shop.db, 'clear-transfer-addresses', {})
  await doJobs(shop)
  await shiftClock(shop.owner, '0')
  expect((await data()).at(-1)).toMatchObject({ toEmail: '' })
})

test('clears the address of a deleted account from offers of others that have ended', async () => {
  const email = 'kim.deleted@foyer.example'
  const person = await givenUser(shop.db, { email: 'Kim.Deleted@foyer.example' })
  const ids = [await shop.buy(), await shop.buy(), await shop.buy()] as const
  for (const id of ids) expect((await shop.offer(id, shop.ada, email)).statusCode).toBe(204)
  const [taken, withdrawn, open] = ids
  const [mail] = (await doJobs(shop)).filter(({ subject }) => subject.startsWith('A ticket for you'))
  expect((await shop.accept(offerTokenIn(mail ? [mail] : []), shop.bea)).statusCode).toBe(200)
  expect((await shop.withdraw(withdrawn)).statusCode).toBe(204)
  expect((await shop.ask('DELETE', '/users', { as: person })).statusCode).toBe(204)
  const { rows } = await sql`
    select ticket_id as id, to_email as address from ticket_transfers
    where ticket_id = any(${[...ids]}) order by ticket_id`.execute(shop.db)
  expect(rows).toEqual([
    { id: taken, address: '' },
    { id: withdrawn, address: '' },
    { id: open, address: email },
  ])
})

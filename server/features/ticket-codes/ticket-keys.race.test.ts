import { afterAll, beforeAll, expect, test } from 'vitest'
import { race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { signerOf } from './ticket-keys.ts'

const ROUNDS = 40

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('makes one first key for all who need it at once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await shop.owner.deleteFrom('ticket_keys').execute()
    const signers = await race(8, () => signerOf(shop.context))
    expect(signers.map(({ number }) => number)).toEqual(Array(8).fill(1))
  }
})

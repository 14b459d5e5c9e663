import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenArtist } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('finds artists by each name and orders them by the displayed one', async () => {
  const zoe = await givenArtist(shop.db, { firstName: 'Zoë', lastName: 'Adler', stageName: '' })
  const mia = await givenArtist(shop.db, { firstName: 'Mia', lastName: 'Zander', stageName: 'Årstid' })
  const idsOf = async (query: string) =>
    (await shop.ask('GET', `/artists?${query}`)).json().elements.map((artist: { id: number }) => artist.id)
  expect(await idsOf('')).toEqual([mia, zoe])
  expect(await idsOf('firstName=zoe')).toEqual([zoe])
  expect(await idsOf('lastName=ZAND')).toEqual([mia])
  expect(await idsOf('stageName=arst')).toEqual([mia])
  expect(await idsOf('stageName=arst&firstName=zoe')).toEqual([])
  expect(await idsOf('stageName=&firstName=%20')).toEqual([mia, zoe])
  expect((await shop.ask('GET', `/artists/${zoe}`)).json()).toEqual({
    id: zoe,
    firstName: 'Zoë',
    lastName: 'Adler',
    stageName: '',
    imageName: null,
    description: null,
  })
  expect((await shop.ask('GET', '/artists/999999')).body).toBe('There is no such artist.')
})

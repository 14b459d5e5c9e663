import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenLocation } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('finds locations by every part of their address', async () => {
  const theatreAddress = { name: 'Théâtre', address: 'Rue 5', city: 'Genève', postalCode: 'CH-1204', country: 'Suisse' }
  const theatre = await givenLocation(shop.db, theatreAddress)
  await givenLocation(shop.db)
  const idsOf = async (query: string) =>
    (await shop.ask('GET', `/location?${query}`)).json().elements.map((location: { id: number }) => location.id)
  for (const query of ['name=theat', 'address=rue', 'city=geneve', 'postalCode=1204', 'country=suis']) {
    expect([query, await idsOf(query)]).toEqual([query, [theatre]])
  }
  expect(await idsOf('name=theat&city=wien')).toEqual([])
  expect(await idsOf('')).toHaveLength(2)
  expect((await shop.ask('GET', `/location/${theatre}`)).json()).toEqual({
    id: theatre,
    ...theatreAddress,
    imageName: null,
    travelText: null,
    plans: [],
    timeZone: 'Europe/Vienna',
  })
  expect((await shop.ask('GET', '/location/999999')).body).toBe('There is no such location.')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { givenImage, givenProduct, givenUser } from '#server/testing/test-data.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let admin: UserId
let ada: UserId
let bea: UserId

beforeAll(async () => {
  shop = await openTestShop({ VAT_MERCHANDISE: '19' })
  admin = await givenUser(shop.db, { isAdmin: true })
  ada = await givenUser(shop.db)
  bea = await givenUser(shop.db)
})
afterAll(() => shop.close())

async function idsOf(query: string, as?: UserId): Promise<number[]> {
  const reply = await shop.ask('GET', `/merchandise/products?${query}`, { as })
  expect(reply.statusCode).toBe(200)
  return reply.json().elements.map((product: { id: number }) => product.id)
}

async function wish(uploadedBy: UserId, changes: object = {}) {
  const { id: imageId } = await givenImage(shop.db, { uploadedBy })
  const fields = { name: 'Scarf', description: 'Warm.', price: 1_990, points: 500, stock: 7, itemsPerCustomer: 2 }
  return { ...fields, imageId, ...changes }
}

test('finds products by name, price and points, in each of the five orders', async () => {
  const apple = await givenProduct(shop.db, { name: 'Sorted äpple', price: 300, points: 20 })
  const pear = await givenProduct(shop.db, { name: 'sorted Pear', price: 100, points: 30 })
  const fig = await givenProduct(shop.db, { name: 'Sorted fig', price: 200, points: 10 })
  expect(await idsOf('name=SORTED')).toEqual([apple, fig, pear])
  expect(await idsOf('name=sorted&sortOption=PRICE_ASCENDING')).toEqual([pear, fig, apple])
  expect(await idsOf('name=sorted&sortOption=PRICE_DESCENDING')).toEqual([apple, fig, pear])
  expect(await idsOf('name=sorted&sortOption=POINTS_ASCENDING')).toEqual([fig, apple, pear])
  expect(await idsOf('name=sorted&sortOption=POINTS_DESCENDING')).toEqual([pear, apple, fig])
  const plum = await givenProduct(shop.db, { name: 'Sorted plum', price: 900, points: 0 })
  expect(await idsOf('name=sorted&sortOption=POINTS_ASCENDING&pageSize=9')).toEqual([fig, apple, pear, plum])
  expect(await idsOf('name=sorted&priceLowerBound=100&priceUpperBound=200')).toEqual([fig, pear])
  expect(await idsOf('name=sorted&pointsLowerBound=11&pointsUpperBound=29')).toEqual([apple])
  expect((await shop.ask('GET', '/merchandise/products?sortOption=RANDOM')).statusCode).toBe(422)
})

test('shows pending products to their author and administrators, products off sale to administrators', async () => {
  const pending = await givenProduct(shop.db, { name: 'Hidden', state: 'PENDING', createdBy: ada })
  const off = await givenProduct(shop.db, { name: 'Hidden', state: 'OFF_SALE' })
  const statusOf = async (id: number, as?: UserId) =>
    (await shop.ask('GET', `/merchandise/products/${id}`, { as })).statusCode
  expect(await idsOf('name=hidden')).toEqual([])
  expect(await idsOf('name=hidden', bea)).toEqual([])
  expect(await idsOf('name=hidden', ada)).toEqual([pending])
  expect(await idsOf('name=hidden', admin)).toEqual([pending, off])
  expect([await statusOf(pending), await statusOf(pending, bea)]).toEqual([404, 404])
  expect([await statusOf(pending, ada), await statusOf(pending, admin)]).toEqual([200, 200])
  expect([await statusOf(off), await statusOf(off, admin)]).toEqual([404, 200])
})

test("makes a customer's product pending and an administrator's on sale, both with the current VAT", async () => {
  const waiting = await shop.ask('POST', '/merchandise/products', { as: ada, body: await wish(ada) })
  expect(waiting.statusCode).toBe(201)
  expect(waiting.json()).toMatchObject({ name: 'Scarf', price: 1_990, points: 500, stock: 7, state: 'PENDING' })
  const body = { ...(await wish(ada)), state: 'ON_SALE' }
  expect((await shop.ask('POST', '/merchandise/products', { as: ada, body })).json().state).toBe('PENDING')
  const onSale = await shop.ask('POST', '/merchandise/products', { as: admin, body: await wish(ada, { price: 0 }) })
  expect(onSale.json()).toMatchObject({ state: 'ON_SALE', price: 0 })
  const rates = await shop.db
    .selectFrom('merchandise_products')
    .select('vat_percent')
    .where('name', '=', 'Scarf')
    .execute()
  expect(rates.map((row) => row.vat_percent)).toEqual([19, 19, 19])
})

test('sells a product that costs points and no money for points alone', async () => {
  const reward = await shop.ask('POST', '/merchandise/products', { as: admin, body: await wish(ada, { price: 0 }) })
  const putInCart = (usePoints: boolean) => {
    const body = { merchandiseProductId: reward.json().id, quantity: 1, usePoints }
    return shop.ask('POST', '/merchandise/purchases', { as: bea, body })
  }
  const forMoney = await putInCart(false)
  expect([forMoney.statusCode, forMoney.body]).toEqual([422, 'Scarf can only be bought with points.'])
  expect((await putInCart(true)).statusCode).toBe(201)
})

test("requires a price and an own image for a customer's product", async () => {
  const free = await shop.ask('POST', '/merchandise/products', { as: bea, body: await wish(bea, { price: 0 }) })
  expect([free.statusCode, free.body]).toEqual([422, 'price: The minimum value allowed is 1'])
  for (const body of [await wish(ada), await wish(bea, { imageId: 999_999 })]) {
    const reply = await shop.ask('POST', '/merchandise/products', { as: bea, body })
    expect([reply.statusCode, reply.body]).toEqual([404, 'There is no such image.'])
  }
  expect((await shop.ask('POST', '/merchandise/products', { body: await wish(ada) })).statusCode).toBe(401)
})

test('creates ten of twenty concurrent products of one customer', async () => {
  const eager = await givenUser(shop.db)
  const body = await wish(eager)
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => shop.ask('POST', '/merchandise/products', { as: eager, body })),
  )
  expect(replies.filter((reply) => reply.statusCode === 201)).toHaveLength(10)
  const refused = replies.filter((reply) => reply.statusCode === 429)
  expect(refused.map((reply) => reply.body)).toEqual(
    Array.from({ length: 10 }, () => 'You can create at most 10 products a day.'),
  )
})

test('puts every product on sale without moderation', async () => {
  const open = await openTestShop({ MERCHANDISE_MODERATION: 'off' })
  try {
    const user = await givenUser(open.db)
    const { id: imageId } = await givenImage(open.db, { uploadedBy: user })
    const body = { name: 'Cap', description: 'Blue.', price: 5, points: 0, stock: 1, itemsPerCustomer: 1, imageId }
    const reply = await open.ask('POST', '/merchandise/products', { as: user, body })
    expect(reply.json().state).toBe('ON_SALE')
  } finally {
    await open.close()
  }
})

test('lets an administrator publish a product and take it off sale, also from carts', async () => {
  const { id } = (await shop.ask('POST', '/merchandise/products', { as: ada, body: await wish(ada) })).json()
  const change = (as: UserId, state: string) =>
    shop.ask('PATCH', `/merchandise/products/${id}/state`, { as, body: { state } })
  const putInCart = () =>
    shop.ask('POST', '/merchandise/purchases', { as: bea, body: { merchandiseProductId: id, quantity: 1 } })
  expect((await putInCart()).body).toBe('There is no such product.')
  expect((await change(ada, 'ON_SALE')).statusCode).toBe(403)
  expect((await change(admin, 'SOLD')).statusCode).toBe(422)
  expect((await change(admin, 'ON_SALE')).json()).toMatchObject({ id, state: 'ON_SALE' })
  const line = (await putInCart()).json().id
  await change(admin, 'OFF_SALE')
  const userPaymentInfoDto = { firstName: 'Bea', lastName: 'Guest', address: 'Ring 1' }
  const order = { userPaymentInfoDto, paymentType: 'VISA', merchandiseIds: [line] }
  expect((await shop.ask('POST', '/orders', { as: bea, body: order })).body).toBe('Scarf is not on sale.')
  expect(
    (await shop.ask('PATCH', '/merchandise/products/999999/state', { as: admin, body: { state: 'ON_SALE' } }))
      .statusCode,
  ).toBe(404)
})

test('names no product that was rejected or withdrawn before it was published', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const created = async (as: UserId, change: object = {}) => {
    const reply = await shop.ask('POST', '/merchandise/products', { as, body: { ...(await wish(as)), ...change } })
    return reply.json<{ id: number }>().id
  }
  const [rejected, withdrawn] = [await created(ada), await created(admin, { publishedFrom: later })]
  for (const id of [rejected, withdrawn]) {
    const path = `/merchandise/products/${id}/state`
    expect((await shop.ask('PATCH', path, { as: admin, body: { state: 'OFF_SALE' } })).statusCode).toBe(200)
  }
  await shiftClock(shop.owner, '2 hours')
  const putInCart = async (id: number, as: UserId) =>
    (await shop.ask('POST', '/merchandise/purchases', { as, body: { merchandiseProductId: id, quantity: 1 } })).body
  expect([await putInCart(rejected, bea), await putInCart(withdrawn, bea)]).toEqual([
    'There is no such product.',
    'There is no such product.',
  ])
  expect(await putInCart(rejected, ada)).toBe('Scarf is not on sale.')
  await shiftClock(shop.owner, '0')
})

test('lists products in every state at the desk, by publication and in the wanted order', async () => {
  const later = { published_from: new Date(Date.now() + 86_400_000) }
  const create = async (name: string, stock: number, published?: object) => {
    const id = await givenProduct(shop.db, { name: `Shelved ${name}`, stock })
    if (!published) return id
    await shop.db.updateTable('merchandise_products').set(published).where('id', '=', id).execute()
    return id
  }
  const cap = await create('cap', 5)
  const mug = await create('mug', 0, { published_from: null })
  const pen = await create('pen', 9, later)
  const bag = await create('bag', 3, { state: 'OFF_SALE' })
  const pin = await create('pin', 1, { state: 'PENDING' })
  const list = async (query: string) => {
    const reply = await shop.ask('GET', `/admin/products?name=shelved${query}`, { as: admin })
    return reply.json().elements.map(({ id, publication }: { id: number; publication: string }) => [id, publication])
  }
  expect(await list('')).toEqual([
    [bag, 'OFF_SALE'],
    [cap, 'PUBLISHED'],
    [mug, 'DRAFT'],
    [pen, 'SCHEDULED'],
    [pin, 'PENDING'],
  ])
  expect(await list('&publication=SCHEDULED')).toEqual([[pen, 'SCHEDULED']])
  expect((await list('&sortOption=STOCK')).map(([id]: [number]) => id)).toEqual([mug, pin, bag, cap, pen])
  expect((await list('&sortOption=NEWEST')).map(([id]: [number]) => id)).toEqual([pin, bag, pen, mug, cap])
})

test('refuses a change that is based on an older version, and names what changed', async () => {
  const id = await givenProduct(shop.db, { name: 'Umbrella', price: 900 })
  const read = async () => (await shop.ask('GET', `/admin/products/${id}`, { as: admin })).json()
  const fields = { name: 'Umbrella', description: 'Red.', price: 900, points: 0, itemsPerCustomer: 2 }
  const headers = { accept: 'application/problem+json' }
  const change = (body: object) =>
    shop.ask('PATCH', `/merchandise/products/${id}`, { as: admin, body: { ...fields, ...body }, headers })
  const { version } = await read()
  expect((await change({ price: 1_000, version })).statusCode).toBe(200)
  const late = await change({ name: 'Parasol', version })
  expect(late.statusCode).toBe(409)
  expect(late.json()).toMatchObject({
    code: 'changed_meanwhile',
    fields: expect.arrayContaining([{ field: 'price', message: 'Changed meanwhile to: 1000' }]),
  })
  const state = { as: admin, body: { state: 'OFF_SALE', version } }
  expect((await shop.ask('PATCH', `/merchandise/products/${id}/state`, state)).statusCode).toBe(409)
  const present = await read()
  expect(present).toMatchObject({ price: 1_000, version: version + 1, publication: 'PUBLISHED' })
  state.body.version = present.version
  expect((await shop.ask('PATCH', `/merchandise/products/${id}/state`, state)).statusCode).toBe(200)
  expect(await read()).toMatchObject({ version: version + 2, publication: 'OFF_SALE' })
})

test('limits a cart line to the quantity of one call', async () => {
  const id = await givenProduct(shop.db, { stock: 50_000, itemsPerCustomer: 50_000 })
  const add = (quantity: number) =>
    shop.ask('POST', '/merchandise/purchases', { as: bea, body: { merchandiseProductId: id, quantity } })
  expect((await add(10_000)).statusCode).toBe(201)
  const more = await add(1)
  expect([more.statusCode, more.body]).toEqual([422, 'quantity: The maximum value allowed is 10,000'])
})

test('lets an administrator change a product, keeps an omitted picture, and adds to the current stock', async () => {
  const id = await givenProduct(shop.db, { name: 'Old poster', price: 500, points: 40, stock: 3 })
  const fields = { name: 'Poster', description: 'Old.', price: 700, points: 40, itemsPerCustomer: 9 }
  const changeOf = (product: number, body: object, as: UserId) =>
    shop.ask('PATCH', `/merchandise/products/${product}`, { as, body: { ...fields, ...body } })
  const change = (body: object, as = admin) => changeOf(id, body, as)
  const { id: imageId, name: imageName } = await givenImage(shop.db, { uploadedBy: admin })

  expect((await change({ imageId })).json()).toMatchObject({
    ...{ id, name: 'Poster', price: 700, points: 40, stock: 3, imageName },
  })
  expect((await change({ stockChange: 10 })).json()).toMatchObject({ name: 'Poster', stock: 13 })
  expect((await change({ stockChange: -13 })).json()).toMatchObject({
    ...{ stock: 0, itemsPerCustomer: 9, imageName },
  })

  const refused = await Promise.all([
    change({ stockChange: -1 }),
    change({ stockChange: 2_147_483_647, price: -1 }),
    change({ name: '  ' }),
    change({ imageId: 999_999 }),
    change({ name: 'Mine' }, ada),
    changeOf(999_999, {}, admin),
    shop.ask('PATCH', `/merchandise/products/${id}`, { as: admin, body: { name: 'Alone' } }),
  ])
  expect(refused.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [409, 'Poster is sold out.'],
    [422, 'price: The minimum value allowed is 0'],
    [422, 'name: This field cannot contain only whitespace'],
    [404, 'There is no such image.'],
    [403, 'You are not allowed to do this.'],
    [404, 'There is no such product.'],
    [422, expect.stringContaining('price: Value is required')],
  ])
  expect((await shop.ask('GET', `/merchandise/products/${id}`)).json()).toMatchObject({ name: 'Poster', stock: 0 })
})

test('counts stock added while pieces are sold', async () => {
  const id = await givenProduct(shop.db, { stock: 20, itemsPerCustomer: 1 })
  const buyers = await Promise.all(Array.from({ length: 20 }, () => givenUser(shop.db)))
  const buy = async (as: UserId) => {
    const line = await shop.ask('POST', '/merchandise/purchases', {
      ...{ as, body: { merchandiseProductId: id, quantity: 1 } },
    })
    const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
    const order = { userPaymentInfoDto, paymentType: 'VISA', merchandiseIds: [line.json().id] }
    return shop.ask('POST', '/orders', { as, body: order })
  }
  const fresh = { name: 'Fresh', description: 'New.', price: 500, points: 0, itemsPerCustomer: 1 }
  const comeIn = () =>
    shop.ask('PATCH', `/merchandise/products/${id}`, { as: admin, body: { ...fresh, stockChange: 1 } })
  const replies = await Promise.all(buyers.flatMap((as) => [buy(as), comeIn()]))
  expect(replies.map(({ statusCode }) => statusCode).filter((status) => status >= 300)).toEqual([])
  expect((await shop.ask('GET', `/merchandise/products/${id}`)).json().stock).toBe(20)
})

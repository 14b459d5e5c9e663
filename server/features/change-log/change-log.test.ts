import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { makeAdmin } from '#server/features/users/make-admin.ts'
import {
  givenLocation,
  givenArtist,
  givenImage,
  givenProduct,
  givenShow,
  givenUser,
} from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let admin: UserId

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true, email: 'ada@foyer.example' })
})
afterAll(() => shop.close())

async function log(query = '') {
  const reply = await shop.ask('GET', `/admin/log?${query}`, { as: admin })
  expect(reply.statusCode).toBe(200)
  return reply.json()
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('lists the actions of administrators and of the operator, newest first', async () => {
  const guest = await givenUser(shop.db, { email: 'zoe@foyer.example' })
  const { seatingPlanId } = await givenShow(shop.db)
  const { id: imageId } = await givenImage(shop.db, { uploadedBy: admin })
  const productId = await givenProduct(shop.db, { name: 'Mug', stock: 3 })
  const ask = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => {
    const reply = await shop.ask(method, path, { as: admin, body })
    expect(reply.statusCode, `${path} ${reply.body}`).toBeLessThan(300)
    return reply
  }
  const event = (await ask('POST', '/events', { title: 'Tosca', type: 'OPERA', description: 'She sings.' })).json()
  await ask('POST', '/eventshows', {
    name: 'Premiere',
    price: 100,
    startTime: inDays(2),
    endTime: inDays(3),
    eventId: event.id,
    locationId: await givenLocation(shop.db),
    artistId: await givenArtist(shop.db),
    seatingPlanId,
  })
  await ask('POST', '/news', { title: 'Tosca!', summary: 'New.', text: 'Soon.', eventId: 0, imageId: 0 })
  const product = { name: 'Mug', description: 'Holds.', price: 500, points: 0, itemsPerCustomer: 2, imageId }
  await ask('PATCH', `/merchandise/products/${productId}`, { ...product, stockChange: 7 })
  await ask('PATCH', `/merchandise/products/${productId}/state`, { state: 'OFF_SALE' })
  await ask('PATCH', `/merchandise/products/${productId}/state`, { state: 'OFF_SALE' })
  await ask('PATCH', `/users/${guest}/lock`, true)
  await ask('PATCH', `/users/${guest}/lock`, false)
  await makeAdmin(shop.db, { VERIFY_EMAIL: true }, 'zoe@foyer.example')

  const { elements } = await log('pageSize=50')
  expect(
    elements.map((entry: Record<string, unknown>) => [entry['action'], entry['kind'], entry['recordName']]),
  ).toEqual([
    ['EDITED', 'USER', 'zoe@foyer.example'],
    ['UNLOCKED', 'USER', 'zoe@foyer.example'],
    ['LOCKED', 'USER', 'zoe@foyer.example'],
    ['EDITED', 'PRODUCT', 'Mug'],
    ['EDITED', 'PRODUCT', 'Mug'],
    ['CREATED', 'NEWS', 'Tosca!'],
    ['CREATED', 'SHOW', 'Premiere'],
    ['CREATED', 'EVENT', 'Tosca'],
  ])
  expect(elements[0]).toMatchObject({ by: null, changes: [{ field: 'isAdmin', from: null, to: true }] })
  expect(elements[1]).toMatchObject({ by: { id: admin, email: 'ada@foyer.example' } })
  expect(elements[4].changes).toContainEqual({ field: 'stock', from: 3, to: 10 })

  expect((await log('kind=SHOW')).total).toBe(1)
  expect((await log(`kind=PRODUCT&recordId=${productId}`)).total).toBe(2)
  expect((await log('action=LOCKED')).total).toBe(1)
  expect((await log('text=tosca')).total).toBe(2)
  expect((await log('text=ADA%40')).total).toBe(7)
})

test('keeps no personal data of a deleted user', async () => {
  const guest = await givenUser(shop.db, { email: 'gone@foyer.example' })
  await shop.ask('DELETE', `/users/${guest}`, { as: admin })
  const { elements } = await log(`kind=USER&recordId=${guest}`)
  expect(elements).toMatchObject([{ action: 'DELETED', recordName: '' }])
  const rows = await shop.db.selectFrom('change_log').selectAll().where('record_id', '=', guest).execute()
  expect(JSON.stringify(rows)).not.toContain('gone@')
})

test('logs nothing for a refused or repeated action', async () => {
  const { total } = await log()
  const customer = await givenUser(shop.db)
  await shop.ask('PATCH', `/users/${customer}/lock`, { as: customer, body: true })
  await shop.ask('DELETE', `/users/${admin}`, { as: admin })
  expect((await log()).total).toBe(total)
  await shop.ask('DELETE', `/users/${customer}`, { as: admin })
  await shop.ask('DELETE', `/users/${customer}`, { as: admin })
  expect((await log()).total).toBe(total + 1)
})

test('lists invoices, refunds, points and sold stock from their own books, which nobody can rewrite', async () => {
  const as = await givenUser(shop.db, { email: 'buyer@foyer.example' })
  const show = await givenShow(shop.db, { price: 4_550 })
  const productId = await givenProduct(shop.db, { name: 'Scarf', price: 1_200, stock: 5 })
  const ask = async (method: 'POST' | 'PUT', path: string, body?: unknown) =>
    (await shop.ask(method, path, { as, body })).json()
  const { elements: reserved } = await ask('POST', '/tickets', {
    eventShowId: show.showId,
    seatingPlanPlaceIds: [show.seatIds[0]],
  })
  const line = { merchandiseProductId: productId, quantity: 2, usePoints: false }
  const { id: lineId } = await ask('POST', '/merchandise/purchases', line)
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const order = { userPaymentInfoDto, paymentType: 'VISA', ticketIds: [reserved[0].id], merchandiseIds: [lineId] }
  await ask('POST', '/orders', order)
  await ask('PUT', `/tickets/${reserved[0].id}/cancelation`)

  type Entry = { id: number; action: string; kind: string; recordName: string; changes: { to: number }[] }
  const entries = async (query: string) =>
    (await log(query)).elements.map(({ action, kind, changes }: Entry) => [action, kind, changes[0]?.to])
  expect(await entries('book=INVOICES&text=buyer@')).toEqual([
    ['REFUNDED', 'INVOICE', 4_550],
    ['ISSUED', 'INVOICE', 4_550 + 2_400],
  ])
  expect(await entries('book=POINTS&text=buyer@')).toEqual([
    ['WITHDRAWN', 'POINTS', -45],
    ['EARNED', 'POINTS', 24],
    ['EARNED', 'POINTS', 45],
  ])
  expect(await entries(`book=STOCK&kind=PRODUCT&recordId=${productId}`)).toEqual([['SOLD', 'PRODUCT', -2]])
  const all = await log('book=ALL&text=buyer@&pageSize=50')
  expect([all.total, new Set(all.elements.map(({ id }: Entry) => id)).size]).toEqual([6, 6])
  const pages = [await log('book=ALL&text=buyer@&pageSize=4'), await log('book=ALL&text=buyer@&pageSize=4&pageIndex=1')]
  expect(pages.flatMap(({ elements }) => elements)).toEqual(all.elements)
  expect((await log('book=ALL&lastDay=2020-01-01')).total).toBe(0)
  const owned = { change_log: 'reason', invoices: 'total', invoice_items: 'price', points_entries: 'points' }
  for (const [table, column] of Object.entries(owned)) {
    const update = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`
    await expect(update.execute(shop.db)).rejects.toThrow('permission denied')
    await expect(sql`delete from ${sql.table(table)}`.execute(shop.db)).rejects.toThrow('permission denied')
  }
})

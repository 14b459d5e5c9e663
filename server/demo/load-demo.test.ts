import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/gateways/passwords.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { loadDemo } from './load-demo.ts'
import { refuseDemoCustomer } from './refuse-demo-customer.ts'
import { isShopEmpty } from './shop.sql.ts'

let shop: TestShop
let token: string
beforeAll(async () => {
  shop = await openTestShop()
  expect(await isShopEmpty(shop.db)).toBe(true)
  await loadDemo(shop.db, { now: new Date(), ownerUrl: shop.ownerUrl })
  const login = { email: 'customer@foyer.example', password: 'foyer-demo' }
  const answer = await shop.ask('POST', '/authentication', { body: login })
  token = answer.body.replace('Bearer ', '')
}, 120_000)
afterAll(() => shop.close())

const totalOf = async (path: string) => (await shop.ask('GET', path)).json<{ total: number }>().total

type Invoice = { invoiceNumber: string; invoiceType: string; total: number; items: { usePoints: boolean }[] }
type Ticket = { ticketState: string; eventShow: { startTime: string } }

describe('loadDemo', () => {
  test('fills the shop with events, shows, products and news', async () => {
    expect(await isShopEmpty(shop.db)).toBe(false)
    expect(await totalOf('/events')).toBeGreaterThanOrEqual(60)
    expect(await totalOf(`/eventshows?startDate=${new Date().toISOString()}`)).toBeGreaterThanOrEqual(300)
    expect(await totalOf('/artists')).toBeGreaterThanOrEqual(40)
    expect(await totalOf('/location')).toBe(10)
    expect(await totalOf('/seatingplans')).toBe(11)
    expect(await totalOf('/merchandise/products')).toBe(24)
    expect(await totalOf('/news')).toBe(30)
  })

  test('gives every seating plan its location', async () => {
    const homeless = await shop.db.selectFrom('seating_plans').select('name').where('location_id', 'is', null).execute()
    expect(homeless).toEqual([])
  })

  test('writes names that searches find without accents', async () => {
    expect(await totalOf('/location?city=lodz')).toBe(1)
    expect(await totalOf('/artists?lastName=zgank')).toBe(1)
    expect(await totalOf('/artists?firstName=thorunn')).toBe(1)
  })

  test('writes consistent invoices, places and points', () => expectCleanBooks(shop.db))

  test('sells different top events for each type', async () => {
    const bestOf = async (query: string) => {
      const answer = await shop.ask('GET', `/events/top${query}`)
      return answer.json<{ elements: { title: string; ticketsSold: number }[] }>().elements
    }
    const all = await bestOf('')
    expect(all).toHaveLength(10)
    expect(all[0]?.ticketsSold).toBeGreaterThan(all[9]?.ticketsSold ?? Infinity)
    const operas = await bestOf('?type=OPERA')
    const comedies = await bestOf('?type=COMEDY')
    expect(operas.length).toBeGreaterThanOrEqual(8)
    expect(comedies.map(({ title }) => title)).not.toContain(operas[0]?.title)
  })

  test('gives every event a picture', async () => {
    const { elements } = (await shop.ask('GET', '/events?pageSize=100')).json<{ elements: { imageName: string }[] }>()
    for (const { imageName } of elements) expect(imageName).toMatch(/^[a-z0-9]{32}\.png$/)
    const picture = await shop.ask('GET', `/images/${elements[0]?.imageName}`)
    expect(picture.headers['content-type']).toBe('image/png')
  })
})

describe('the demo’s customer', () => {
  test('has two tickets for coming shows', async () => {
    const { elements } = (await shop.ask('GET', '/users/tickets?state=BOUGHT', { as: token })).json<{
      elements: Ticket[]
    }>()
    const coming = elements.filter(({ eventShow }) => new Date(eventShow.startTime) > new Date())
    expect(coming).toHaveLength(2)
    expect(elements.length).toBeGreaterThan(2)
  })

  test('has invoices, a refund and a product bought with points', async () => {
    const { elements } = (await shop.ask('GET', '/invoices', { as: token })).json<{ elements: Invoice[] }>()
    expect(elements.map(({ invoiceType }) => invoiceType).toSorted()).toEqual([
      'CANCEL',
      'NORMAL',
      'NORMAL',
      'NORMAL',
      'NORMAL',
      'NORMAL',
    ])
    expect(elements.some(({ items }) => items.some(({ usePoints }) => usePoints))).toBe(true)
  })

  test('has points and unread news', async () => {
    const { points } = (await shop.ask('GET', '/users/detail', { as: token })).json<{ points: number }>()
    expect(points).toBeGreaterThan(0)
    const unread = await shop.ask('GET', '/news/user?read=false', { as: token })
    expect(unread.json<{ total: number }>().total).toBe(24)
  })
})

test('refuses to open a public shop while its customer has the known password', async () => {
  await expect(refuseDemoCustomer(shop.db)).rejects.toThrow(
    'everybody knows the password of its customer, customer@foyer.example. Begin with an empty DATA_DIR',
  )
  const customer = shop.db.updateTable('users').where('email', '=', 'customer@foyer.example')
  await customer.set({ is_locked: true }).execute()
  await refuseDemoCustomer(shop.db)
  await customer.set({ is_locked: false, password_hash: await hashPassword('a password of their own') }).execute()
  await refuseDemoCustomer(shop.db)
})

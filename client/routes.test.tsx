import { act, screen, within } from '@testing-library/react'
import type { UseNavigateResult } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import { findPage, pageKeys, pages } from '#contract/pages.ts'
import { endSession, type Role, startSession } from './session.ts'
import { givenArtist, givenLocation } from './testing/sample-data.ts'
import { addressFor, closeShop, openShop, soon, tokenOf } from './testing/shop-rig.tsx'

afterEach(closeShop)

const open = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/password-reset',
  '/confirm-email',
  '/news',
  '/news/1',
  '/merchandise',
  '/merchandise/1',
  '/search/artist',
  '/search/event',
  '/search/event-show',
  '/search/location',
  '/artist/1/events',
  '/event/1/event-shows',
  '/location/1/event-shows',
  '/reminders',
  '/ticket-transfer',
  '/imprint',
  '/terms',
  '/privacy',
  '/withdrawal',
  '/contact',
]
const forCustomers = [
  '/merchandise/create',
  '/event-show/1',
  '/checkout',
  '/payment/1',
  '/invoice/1',
  '/user-tickets',
  '/ticket/1',
  '/user-invoices',
  '/user-page',
]
const forAdministrators = [
  '/news/create',
  '/event/create',
  '/event-show/create',
  '/user/create',
  '/admin',
  '/admin/events',
  '/admin/events/1',
  '/admin/shows',
  '/admin/shows/1',
  '/admin/news',
  '/admin/news/1',
  '/admin/merchandise',
  '/admin/merchandise/1',
  '/admin/artists',
  '/admin/artists/create',
  '/admin/artists/1',
  '/admin/shows/1/cancellation',
  '/admin/locations',
  '/admin/locations/create',
  '/admin/locations/1',
  '/admin/seating-plans',
  '/admin/seating-plans/upload',
  '/admin/seating-plans/1',
  '/admin/figures',
  '/admin/shows/1/figures',
  '/admin/payments',
  '/admin/payments/reconciliation',
  '/admin/bank-movements',
  '/admin/payments/1',
  '/admin/log',
]

const forStaff = [
  '/admin/box-office',
  '/admin/shows/1/box-office',
  '/admin/shows/1/door-list',
  '/admin/shows/1/entry',
  '/admin/orders',
  '/admin/orders/1',
  '/admin/desk-payments',
  '/admin/invoices/1',
]

test('the lists above name every page but the frame of the search', () => {
  const named = [...open, ...forCustomers, ...forStaff, ...forAdministrators].map((path) => findPage(path)?.key)
  expect(named.toSorted()).toEqual(pageKeys.filter((key) => key !== 'search').toSorted())
})

test('the router knows addresses and search parameters by type', () => {
  const go = (navigate: UseNavigateResult<string>) => {
    void navigate({ to: pages.searchEvents.href(), search: { type: 'OPERA' } })
    // @ts-expect-error No page has this address.
    void navigate({ to: '/nowhere' })
    // @ts-expect-error The search for events does not know this parameter.
    void navigate({ to: pages.searchEvents.href(), search: { city: 'Vienna' } })
  }
  expect(go).toBeTypeOf('function')
})

const loginFor = (path: string) => `/login?redirect=${encodeURIComponent(path)}`

test.each(open)('shows %s to all visitors', async (path) => {
  const answers = { 'GET /artists/1': givenArtist, 'GET /location/1': givenLocation }
  const { address } = await openShop(path, { answers })
  expect(address()).toBe(path)
})

test.each(forCustomers)('redirects visitors from %s to the login', async (path) => {
  expect(await addressFor(path, {})).toBe(loginFor(path))
})

test.each<[path: string, role: Role, ...texts: string[]]>([
  ['/user-tickets', 'UNDEFINED', 'Please log in!'],
  ['/admin/events', 'UNDEFINED', 'You are not logged in as an admin!'],
  [
    '/admin/events',
    'USER',
    'You are not logged in as an admin!',
    'This page is for administrators. You are logged in as a customer.',
  ],
  ['/admin/events', 'STAFF', 'You are not logged in as an admin!'],
  ['/admin/orders', 'USER', 'You are not logged in as staff!'],
])('says why %s is not for %s', async (path, role, ...texts) => {
  const { address } = await openShop(path, { role })
  expect(address()).toBe(loginFor(path))
  for (const text of texts) expect(await screen.findByText(text)).toBeTruthy()
})

test.each(forCustomers)('shows %s to customers', async (path) => {
  const { address } = await openShop(path, { role: 'USER' })
  expect(address()).toBe(path)
})

test.each(forAdministrators)('shows %s to administrators only', async (path) => {
  for (const role of ['UNDEFINED', 'USER', 'STAFF'] as const) {
    expect(await addressFor(path, { role }), role).toBe(loginFor(path))
    closeShop()
  }
  const { address } = await openShop(path, { role: 'ADMIN' })
  expect(address()).toBe(path)
})

test.each(forStaff)('shows %s to staff and administrators only', async (path) => {
  for (const [role, address] of [
    ['UNDEFINED', loginFor(path)],
    ['USER', loginFor(path)],
    ['ADMIN', path],
  ] as const) {
    expect(await addressFor(path, { role }), role).toBe(address)
    closeShop()
  }
  const { address } = await openShop(path, { role: 'STAFF' })
  expect(address()).toBe(path)
})

test('shows staff only the pages of the desk that they may open', async () => {
  await openShop('/admin/box-office', { role: 'STAFF' })
  const links = [...screen.getByRole('navigation', { name: 'Desk' }).querySelectorAll('a')]
  expect(links.map(({ pathname }) => pathname)).toEqual(['/admin/box-office', '/admin/orders', '/admin/desk-payments'])
  const main = within(screen.getByRole('navigation', { name: 'Main' }))
  expect(main.getByRole('link', { name: 'Box Office' })).toBeTruthy()
})

test('redirects the search to events', async () => {
  const { address } = await openShop('/search', {})
  expect(address()).toBe('/search/event')
})

test.each([
  ['/login', '/'],
  [loginFor('/user-tickets?state=BOUGHT'), '/user-tickets?state=BOUGHT'],
])('redirects after the login at %s to %s', async (from, to) => {
  const token = () => new Response(`Bearer ${tokenOf('USER')}`)
  const shop = await openShop(from, { answers: { 'POST /authentication': token } })
  shop.fill(/^Email/, 'zofia@foyer.example')
  shop.fill(/^Password/, 'correct horse')
  const main = within(screen.getByRole('main'))
  main.getByRole('button', { name: 'Login' }).click()
  await soon(() => expect(shop.address()).toBe(to))
  expect(localStorage.getItem('authToken')).toBe(tokenOf('USER'))
})

test.each([
  ['/login', '/'],
  ['/register', '/'],
  [loginFor('/user-tickets?state=BOUGHT'), '/user-tickets?state=BOUGHT'],
  [loginFor('/admin'), loginFor('/admin')],
])('redirects logged-in users from %s to %s', async (from, to) => {
  const { address } = await openShop(from, { role: 'USER' })
  await soon(() => expect(address()).toBe(to))
  if (from === to) expect(await screen.findByRole('form', { name: 'Login' })).toBeTruthy()
})

test('continues to a refused page once a user with the role logs in, also in another tab', async () => {
  const { address } = await openShop('/admin', { role: 'USER' })
  await screen.findByRole('form', { name: 'Login' })
  act(() => startSession(tokenOf('ADMIN')))
  await soon(() => expect(address()).toBe('/admin'))
})

test('shows login links to visitors, own pages to customers, and one more to administrators', async () => {
  const bar = () => within(screen.getByRole('banner'))
  const links = () =>
    bar()
      .getAllByRole<HTMLAnchorElement>('link')
      .map((link) => `${link.textContent} ${link.pathname}`)
  const publicLinks = ['Home /', 'News /news', 'Merchandise /merchandise', 'Search /search']
  await openShop('/forgot-password', {})
  expect(links()).toEqual(expect.arrayContaining([...publicLinks, 'Login /login', 'Sign Up /register']))
  expect(bar().queryByRole('link', { name: 'Admin' })).toBeNull()
  closeShop()
  await openShop('/forgot-password', { role: 'USER' })
  expect(links()).toEqual(expect.arrayContaining(publicLinks))
  for (const name of ['Login', 'Sign Up', 'Admin']) expect(bar().queryByRole('link', { name })).toBeNull()
  closeShop()
  await openShop('/forgot-password', { role: 'ADMIN' })
  expect(links()).toEqual(expect.arrayContaining([...publicLinks, 'Admin /admin']))
})

test("counts pieces and tickets in the navigation's cart", async () => {
  const pieces = [{ quantity: 2 }, { quantity: 3 }]
  const cart = { tickets: [{}, {}], merchandisePurchases: pieces }
  await openShop('/forgot-password', { role: 'USER', answers: { 'GET /carts': cart } })
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Cart, 7 items' })
  expect(link.textContent).toBe('7')
  expect(link.pathname).toBe('/checkout')
})

test('loads the cart with a session and drops it at logout', async () => {
  const cart = { tickets: [{}], merchandisePurchases: [] }
  const { lastAsked } = await openShop('/forgot-password', { answers: { 'GET /carts': cart } })
  expect(lastAsked('GET /carts')).toBeUndefined()
  act(() => startSession(tokenOf('USER')))
  expect(await screen.findByRole('link', { name: 'Cart, 1 item' })).toBeTruthy()
  act(endSession)
  expect(screen.queryByRole('link', { name: /^Cart/ })).toBeNull()
})

test('links from My Profile to own pages and logout', async () => {
  const shop = await openShop('/forgot-password', { role: 'USER' })
  const menu = await screen.findByRole('button', { name: 'My Profile' })
  for (const [name, path] of Object.entries({
    'Account Details': '/user-page',
    'Your Tickets': '/user-tickets',
    'Your Invoices': '/user-invoices',
    Checkout: '/checkout',
  })) {
    menu.click()
    const item = await screen.findByRole('menuitem', { name })
    item.click()
    await soon(() => expect(shop.address()).toBe(path))
  }
  sessionStorage.setItem('keptForm', '{}')
  menu.click()
  const logOut = await screen.findByRole('menuitem', { name: 'Logout' })
  logOut.click()
  await soon(() => expect(shop.address()).toBe('/'))
  expect(localStorage.getItem('authToken')).toBeNull()
  expect(sessionStorage.getItem('keptForm')).toBeNull()
})

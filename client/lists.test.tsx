import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { pages, searchTabs } from '#contract/pages.ts'
import { problem } from '#domain/problem.ts'
import type { Role } from './session.ts'
import { refusalOf } from './testing/refusal-of.ts'
import { givenArtist, givenEvent, givenLocation, givenPaged, givenShow, givenTicket } from './testing/sample-data.ts'
import { type Asked, closeShop, openShop, soon } from './testing/shop-rig.tsx'

afterEach(closeShop)

const things = {
  ...{ 'GET /artists/1': givenArtist, 'GET /location/1': givenLocation, 'GET /events/1': givenEvent },
  'GET /admin/refund-files': { payable: { count: 0, amount: 0 }, withoutAccount: [], files: [] },
}

const emptyLists: [path: string, role: Role, text: string][] = [
  ['/search/event', 'UNDEFINED', "We're sorry - there is currently no event which matches your requirements"],
  ['/search/artist', 'UNDEFINED', "We're sorry - there is currently no artist which matches your requirements"],
  ['/search/event-show', 'UNDEFINED', "We're sorry - there is currently no show which matches your requirements."],
  ['/search/location', 'UNDEFINED', "We're sorry - there is currently no location which matches your requirements."],
  ['/artist/1/events', 'UNDEFINED', "We're sorry - there are no listed events starring this artist at the moment."],
  ['/event/1/event-shows', 'UNDEFINED', "We're sorry - there are no listed shows for the event Tosca at the moment."],
  ['/location/1/event-shows', 'UNDEFINED', "We're sorry - there are no listed shows for this location at the moment."],
  ['/merchandise', 'UNDEFINED', "We're sorry - there is currently no product which matches your requirements"],
  ['/news', 'UNDEFINED', "We're sorry - there is currently no news article which matches your requirements"],
  ['/user-tickets', 'USER', 'No Reserved Tickets linked to this account'],
  ['/user-tickets?state=BOUGHT', 'USER', 'No Bought Tickets linked to this account'],
  ['/user-invoices', 'USER', 'No Invoices linked to this account!'],
  ['/admin', 'ADMIN', 'No user found'],
  ['/admin/events', 'ADMIN', 'No events yet.'],
  ['/admin/shows', 'ADMIN', 'No shows yet.'],
  ['/admin/news', 'ADMIN', 'No news yet.'],
  ['/admin/artists', 'ADMIN', 'No artists yet.'],
  ['/admin/locations', 'ADMIN', 'No locations yet.'],
  ['/admin/seating-plans', 'ADMIN', 'No seating plans yet.'],
  ['/admin/orders', 'STAFF', 'No orders yet.'],
  ['/admin/bank-movements', 'ADMIN', 'No account statement was booked yet.'],
  ['/admin/desk-payments', 'STAFF', 'No order waits to be paid at the box office.'],
  ['/admin/box-office', 'STAFF', 'No shows yet.'],
  ['/admin/log', 'ADMIN', 'No entries yet.'],
]

test.each([...searchTabs])('the lists of this file name the search tab %s', (tab) => {
  for (const list of [emptyLists, listCalls, links]) expect(list.map(([path]) => path)).toContain(pages[tab].path)
})

test.each(emptyLists)('shows on %s the empty message for %s: %s', async (path, role, text) => {
  await openShop(path, { role, answers: things })
  expect(await screen.findByText(text)).toBeTruthy()
})

test('leads from an empty list of the desk to the first record', async () => {
  await openShop('/admin/locations', { role: 'ADMIN' })
  await screen.findByText('No locations yet.')
  expect(screen.getByRole('link', { name: 'Create Location' }).getAttribute('href')).toBe('/admin/locations/create')
})

test('resets all filters of a list at the desk that finds nothing', async () => {
  const { address, press } = await openShop('/admin/box-office?when=past', { role: 'STAFF' })
  await screen.findByText('No shows found.')
  press('Reset Filters')
  expect(await screen.findByText('No shows yet.')).toBeTruthy()
  expect(address()).toBe('/admin/box-office')
})

const listCalls: [path: string, role: Role, call: string, size: string][] = [
  ['/', 'UNDEFINED', 'GET /news?', '3'],
  ['/', 'USER', 'GET /news/user?', '3'],
  ['/news', 'UNDEFINED', 'GET /news?', '15'],
  ['/news', 'USER', 'GET /news/user?', '15'],
  ['/merchandise', 'UNDEFINED', 'GET /merchandise/products?', '12'],
  ['/search/event', 'UNDEFINED', 'GET /events?', '10'],
  ['/search/event-show', 'UNDEFINED', 'GET /eventshows?', '10'],
  ['/search/location', 'UNDEFINED', 'GET /location?', '10'],
  ['/search/artist', 'UNDEFINED', 'GET /artists?', '10'],
  ['/artist/1/events', 'UNDEFINED', 'GET /events?', '10'],
  ['/event/1/event-shows', 'UNDEFINED', 'GET /eventshows?', '10'],
  ['/location/1/event-shows', 'UNDEFINED', 'GET /eventshows?', '10'],
  ['/user-tickets', 'USER', 'GET /users/tickets?', '10'],
  ['/user-invoices', 'USER', 'GET /invoices?', '10'],
  ['/admin', 'ADMIN', 'GET /users?', '10'],
]

test.each(listCalls)(
  'requests on %s for %s from %s pages of %s, regardless of the address',
  async (path, role, call, size) => {
    const { lastAsked } = await openShop(`${path}?pageSize=50`, { role, answers: things })
    await soon(() => expect(lastAsked(call)?.query.get('pageSize')).toBe(size))
  },
)

test('requests the choices of a new show in pages of 10', async () => {
  const { lastAsked } = await openShop('/event-show/create', { role: 'ADMIN' })
  for (const call of ['GET /events?', 'GET /artists?', 'GET /location?', 'GET /seatingplans?']) {
    await soon(() => expect(lastAsked(call)?.query.get('pageSize'), call).toBe('10'))
  }
})

test('shows the number of further results and pages by the address', async () => {
  const events = givenPaged(givenEvent, 10, 23)
  const { address, lastAsked, press } = await openShop('/search/event?title=tos', {
    answers: { 'GET /events?': events },
  })
  expect(await screen.findByText('... and 13 more result(s)')).toBeTruthy()
  press('Page 2')
  await soon(() => expect(address()).toBe('/search/event?title=tos&pageIndex=1'))
  await soon(() => expect(lastAsked('GET /events?')?.query.get('pageIndex')).toBe('1'))
  expect(lastAsked('GET /events?')?.query.get('title')).toBe('tos')
})

test.each([
  [0, 10, '... and 13 more result(s)'],
  [1, 10, '... and 3 more result(s)'],
  [2, 3, undefined],
])('shows on page %s of three with %s rows the further results: %s', async (pageIndex, rows, said) => {
  const answers = { 'GET /events?': givenPaged(givenEvent, rows, 23) }
  await openShop(`/search/event?pageIndex=${pageIndex}`, { answers })
  await screen.findByText(/^23 results/)
  expect(screen.queryByText(/more result/)?.textContent).toBe(said)
})

test('shows the last page when a page loses its last row', async () => {
  let total = 11
  const answers = {
    'GET /users/tickets': ({ query }: Asked) =>
      query.get('pageIndex') === '1' ? givenPaged(givenTicket, total - 10, total) : givenPaged(givenTicket, 10, total),
    'DELETE /tickets/1': () => void (total = 10),
  }
  const { address, press } = await openShop('/user-tickets?pageIndex=1', { role: 'USER', answers })
  await screen.findByText('11 results, page 2 of 2')
  press(/^Cancel/)
  within(await screen.findByRole('dialog'))
    .getByRole('button', { name: 'Cancel Reservation' })
    .click()
  expect(await screen.findByText('10 results')).toBeTruthy()
  expect(address()).toBe('/user-tickets')
})

test('reports a page beyond the last and links to the first', async () => {
  const answers = {
    'GET /events?': ({ query }: Asked) => givenPaged(givenEvent, query.get('pageIndex') === '0' ? 10 : 0, 10),
  }
  const { address, press } = await openShop('/search/event?pageIndex=999', { answers })
  expect(await screen.findByText('There is nothing on page 1000.')).toBeTruthy()
  expect(address()).toBe('/search/event?pageIndex=999')
  press('Back to the first page')
  expect(await screen.findByText('10 results')).toBeTruthy()
})

test('shows no further results for a single page', async () => {
  await openShop('/search/event', { answers: { 'GET /events?': givenPaged(givenEvent, 10) } })
  expect(await screen.findByText('10 results')).toBeTruthy()
  expect(screen.queryByText(/more result\(s\)/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Page 2' })).toBeNull()
})

const links: [path: string, call: string, element: object, link: string][] = [
  ['/search/event', 'GET /events?', givenEvent, '/event/1/event-shows'],
  ['/search/artist', 'GET /artists?', givenArtist, '/artist/1/events'],
  ['/search/event-show', 'GET /eventshows?', givenShow, '/event-show/1'],
  ['/search/location', 'GET /location?', givenLocation, '/location/1/event-shows'],
  ['/artist/1/events', 'GET /events?', givenEvent, '/event/1/event-shows'],
  ['/event/1/event-shows', 'GET /eventshows?', givenShow, '/event-show/1'],
  ['/location/1/event-shows', 'GET /eventshows?', givenShow, '/event-show/1'],
]

test.each(links)('links from %s by %s to the next page', async (path, call, element, link) => {
  await openShop(path, { answers: { ...things, [call]: givenPaged(element, 1) } })
  await screen.findByText(/^1 (result|event)$/)
  const main = screen.getByRole('main')
  expect(main.querySelector(`li a[href="${link}"]`)).toBeTruthy()
})

test.each(['/artist/nobody/events', '/artist/0/events', '/artist/99/events', '/location/99/event-shows'])(
  'redirects from the invalid address %s to home',
  async (path) => {
    const unknown = () => refusalOf(problem('not_found', { what: 'thing' }))
    const answers = { 'GET /artists/99': unknown, 'GET /location/99': unknown }
    const { address } = await openShop(path, { answers })
    await soon(() => expect(address()).toBe('/'))
  },
)

test("heads an artist's events with the stage name, else first and last name", async () => {
  await openShop('/artist/1/events', { answers: { 'GET /artists/1': { ...givenArtist, stageName: 'Moth' } } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Moth' })).toBeTruthy()
  closeShop()
  await openShop('/artist/1/events', { answers: things })
  expect(await screen.findByRole('heading', { level: 1, name: 'Maria Lind' })).toBeTruthy()
})

test('shows a failure literally and offers a retry', async () => {
  let isBroken = true
  const answer = () => (isBroken ? new Response('The ceiling came down.', { status: 418 }) : givenPaged(givenEvent, 1))
  const { press } = await openShop('/search/event', { answers: { 'GET /events?': answer } })
  expect(await screen.findByText('The ceiling came down.')).toBeTruthy()
  isBroken = false
  press('Try again')
  expect(await screen.findByText('1 result')).toBeTruthy()
})

import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { totalOf } from '#domain/accounting/figures.ts'
import { queryClient } from '#client/calls/query-client.ts'
import { givenShow } from '#client/testing/sample-data.ts'
import { closeShop, hasAll, noFigures, nothingWaits, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const user = {
  id: 2,
  firstName: 'Ada',
  lastName: 'Guest',
  email: 'ada@foyer.example',
  isAdmin: false,
  isStaff: false,
  isLocked: false,
  hasSecondFactor: false,
}

test('links to all five creation pages', async () => {
  await openShop('/admin', { role: 'ADMIN' })
  const links = [...(await screen.findByRole('navigation', { name: 'Create' })).querySelectorAll('a')]
  const pages = links.map(({ pathname }) => pathname)
  expect(pages).toEqual(['/event-show/create', '/event/create', '/news/create', '/merchandise/create', '/user/create'])
})

test('shows how the next shows sell, what waits, and the sales of thirty days', async () => {
  const show = {
    ...givenShow,
    sold: 1_200,
    reserved: 3,
    held: 4,
    free: 20,
    isCancelled: false,
    isDeletable: false,
    version: 1,
  }
  const days = [
    { ...noFigures, day: '2026-11-21', ticketsSold: 2, sales: 9_100 },
    { ...noFigures, day: '2026-11-22', ticketsSold: 1, sales: 9_100, refunds: 4_550 },
  ]
  const { press } = await openShop('/admin', {
    role: 'ADMIN',
    answers: {
      'GET /admin/shows': { total: 1, elements: [show] },
      'GET /admin/overview': { waiting: { ...nothingWaits, products: 2, cancellations: 1, payments: 1 }, has: hasAll },
      'GET /admin/figures': { days, total: totalOf(days) },
    },
  })
  expect(await screen.findByText('1,200 sold · 3 reserved · 4 held · 20 free')).toBeTruthy()
  const linkOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(linkOf('2 products of customers to publish')).toBe('/admin/merchandise?publication=PENDING')
  expect(linkOf('1 payment that needs you')).toBe('/admin/payments?needsSomebody=true')
  expect(screen.getByText('1 cancelled show being refunded')).toBeTruthy()
  expect(screen.getByText('3 tickets sold · sales 182.00 € · refunds 45.50 €')).toBeTruthy()
  expect(screen.getByRole('img', { name: /^Sales of the last 30 days/ })).toBeTruthy()
  press('Figures by day')
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows).toEqual(['DayTicketsSoldRefunded', '2026/11/22191.00 €45.50 €', '2026/11/21291.00 €0.00 €'])
})

test('draws no chart and lists no days while nothing was sold', async () => {
  const days = [{ ...noFigures, day: '2026-11-22' }]
  await openShop('/admin', {
    role: 'ADMIN',
    answers: { 'GET /admin/figures': { days, total: totalOf(days) } },
  })
  expect(await screen.findByText('0 tickets sold · sales 0.00 € · refunds 0.00 €')).toBeTruthy()
  expect(screen.queryByRole('img', { name: /^Sales of the last 30 days/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Figures by day' })).toBeNull()
})

test('offers to load the parts of the overview again that failed', async () => {
  let answer: unknown = new Response('Something went wrong on our side.', { status: 501 })
  await openShop('/admin', {
    role: 'ADMIN',
    answers: {
      'GET /admin/shows': { total: 0, elements: [] },
      'GET /admin/overview': () => answer,
      'GET /admin/figures': { days: [], total: totalOf([]) },
    },
  })
  const again = await screen.findByRole('button', { name: 'Try again' })
  answer = { waiting: nothingWaits, has: hasAll }
  fireEvent.click(again)
  expect(await screen.findByText('Nothing waits for you.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('lists what to do next in an empty shop, and no longer when all is done', async () => {
  let has = { location: true, seatingPlan: false, artist: false, event: false, show: false, publishedShow: false }
  await openShop('/admin', {
    role: 'ADMIN',
    answers: { 'GET /admin/overview': () => ({ waiting: nothingWaits, has }) },
  })
  const steps = within(await screen.findByRole('region', { name: 'First steps' }))
  expect(steps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/locations/create',
    '/admin/seating-plans/upload',
    '/admin/artists/create',
    '/event/create',
    '/event-show/create',
    '/admin/shows',
  ])
  expect(steps.getAllByRole('listitem').filter(({ textContent }) => textContent?.startsWith('Done: '))).toHaveLength(1)
  expect(steps.getByRole('link', { current: 'step' }).textContent).toBe('Upload its seating plan')
  has = hasAll
  await queryClient.invalidateQueries()
  await soon(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
})

test.each([
  [false, 'Lock', 'User (Email: ada@foyer.example) locked successfully'],
  [true, 'Unlock', 'User (Email: ada@foyer.example) unlocked successfully'],
])('sends the opposite of lock %s with the button %s', async (isLocked, name, message) => {
  const answers = { 'GET /users?': { total: 1, elements: [{ ...user, isLocked }] }, 'PATCH /users/2/lock': undefined }
  const { press, lastAsked } = await openShop('/admin', { role: 'ADMIN', answers })
  expect(await screen.findByText('Ada Guest')).toBeTruthy()
  press(`${name} ada@foyer.example`)
  expect(await screen.findByText(message)).toBeTruthy()
  expect(lastAsked('PATCH /users/2/lock')?.body).toBe(!isLocked)
})

test('resets the second factor of a user who has one, after a question', async () => {
  let hasSecondFactor = true
  const { press, lastAsked } = await openShop('/admin', {
    role: 'ADMIN',
    answers: {
      'GET /users?': () => ({ total: 1, elements: [{ ...user, hasSecondFactor }] }),
      'DELETE /users/2/second-factor': () => void (hasSecondFactor = false),
    },
  })
  await screen.findByText('Ada Guest')
  press('Reset Second Factor ada@foyer.example')
  expect(await screen.findByText('Are you sure you want to remove the second factor of this user?')).toBeTruthy()
  press('Reset Second Factor')
  expect(await screen.findByText('User (Email: ada@foyer.example) now logs in with the password only')).toBeTruthy()
  expect(lastAsked('DELETE')?.line).toBe('DELETE /users/2/second-factor')
  await soon(() => expect(screen.queryByRole('button', { name: /^Reset Second Factor/ })).toBeNull())
})

test('locks a user once on a double click', async () => {
  let isLocked = false
  const answers = {
    'GET /users?': () => ({ total: 1, elements: [{ ...user, isLocked }] }),
    'PATCH /users/2/lock': ({ body }: { body: unknown }) => void (isLocked = body === true),
  }
  const { asked } = await openShop('/admin', { role: 'ADMIN', answers })
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Lock ada@foyer.example' }))
  expect(await screen.findByRole('button', { name: 'Unlock ada@foyer.example' })).toBeTruthy()
  expect(screen.getAllByText('User (Email: ada@foyer.example) locked successfully')).toHaveLength(1)
  expect(asked.filter(({ line }) => line.startsWith('PATCH'))).toHaveLength(1)
})

test('filters users by email half a second after typing', async () => {
  const { lastAsked } = await openShop('/admin', { role: 'ADMIN' })
  const field = await screen.findByLabelText('Email')
  vi.useFakeTimers({ shouldAdvanceTime: false })
  fireEvent.change(field, { target: { value: 'ada' } })
  vi.advanceTimersByTime(499)
  expect(lastAsked('GET /users?')?.query.get('email')).toBeNull()
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await soon(() => expect(lastAsked('GET /users?')?.query.get('email')).toBe('ada'))
})

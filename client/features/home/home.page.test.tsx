import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { givenEvent, givenPaged } from '#client/testing/sample-data.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const top = givenPaged({ ...givenEvent, ticketsSold: 7 }, 10)

test('shows all news to visitors and unread news to customers', async () => {
  const visitor = await openShop('/', {})
  expect(await screen.findByRole('heading', { name: 'The most recent News Articles' })).toBeTruthy()
  await soon(() => expect(visitor.lastAsked('GET /news?')?.query.get('read')).toBeNull())
  closeShop()
  const customer = await openShop('/', { role: 'USER' })
  expect(await screen.findByRole('heading', { name: 'The most recent News Articles for you' })).toBeTruthy()
  await soon(() => expect(customer.lastAsked('GET /news/user?')?.query.get('read')).toBe('false'))
})

test('lists the top ten of all events or of a type with links to the shows', async () => {
  const { lastAsked } = await openShop('/', { answers: { 'GET /events/top': top } })
  const chart = await screen.findByRole('region', { name: 'Top Sellers for all Event Types in the last 30 days' })
  await soon(() => expect(within(chart).getAllByRole('listitem')).toHaveLength(10))
  const paths = within(chart)
    .getAllByRole<HTMLAnchorElement>('link')
    .map(({ pathname }) => pathname)
  expect(paths).toEqual(top.elements.map(({ id }) => `/event/${id}/event-shows`))
  fireEvent.change(within(chart).getByLabelText('Event type'), { target: { value: 'OPERA' } })
  expect(await screen.findByRole('heading', { name: 'Top Sellers for Opera in the last 30 days' })).toBeTruthy()
  await soon(() => expect(lastAsked('GET /events/top')?.query.get('type')).toBe('OPERA'))
})

test('retries each part of the home page separately', async () => {
  const broken = () => new Response('The lights are out.', { status: 418 })
  await openShop('/', { answers: { 'GET /events/top': broken, 'GET /news': broken } })
  await soon(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2))
})

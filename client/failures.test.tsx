import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '#client/calls/query-client.ts'
import {
  givenArtist,
  givenEvent,
  givenInvoice,
  givenLine,
  givenLocation,
  givenPaged,
  givenProduct,
  givenShow,
} from './testing/sample-data.ts'
import { closeShop, openShop } from './testing/shop-rig.tsx'

afterEach(closeShop)

const news = { id: 2, title: 'Encore', published: '2099-01-01T10:00:00.000Z', summary: 'More.', text: 'Much more.' }
const article = { ...news, imageName: null, event: null, read: false }
const inCart = { tickets: [], merchandisePurchases: [givenLine] }
const owner = { id: 1, firstName: 'Zofia', lastName: 'Nowak', email: 'a@b.example', address: '', points: 120 }

test.each<[path: string, call: string, answer: object, there: string]>([
  ['/', 'GET /events/top', givenPaged({ ...givenEvent, ticketsSold: 7 }, 1), 'Tosca'],
  ['/', 'GET /news/user', givenPaged(article, 1), 'Encore'],
  ['/search/event', 'GET /events?', givenPaged(givenEvent, 1), 'Tosca'],
  ['/artist/1/events', 'GET /artists/1', givenArtist, 'Maria Lind'],
  ['/event/1/event-shows', 'GET /events/1', givenEvent, 'Tosca'],
  ['/event/1/event-shows', 'GET /eventshows?', givenPaged(givenShow, 1), 'Premiere'],
  ['/location/1/event-shows', 'GET /location/1', givenLocation, 'Opera'],
  ['/merchandise/3', 'GET /merchandise/products/3', givenProduct, 'Mug'],
  ['/news/2', 'GET /news/2', article, 'Encore'],
  ['/invoice/8', 'GET /invoices/8', givenInvoice, 'Stalls, row C, seat 14'],
  ['/user-page', 'GET /users/detail', owner, 'Hello, Zofia!'],
  ['/checkout', 'GET /carts', inCart, 'Mug'],
])('keeps the content of %s and shows a toast when refetching %s fails', async (path, call, answer, there) => {
  let isBroken: number | undefined
  const told = (status: number) => `The lights went out (${status}).`
  const answers = {
    'GET /artists/1': givenArtist,
    'GET /events/1': givenEvent,
    'GET /location/1': givenLocation,
    [call]: () => (isBroken ? new Response(told(isBroken), { status: isBroken }) : answer),
  }
  const { address } = await openShop(path, { role: 'USER', answers })
  const [shown] = await screen.findAllByText(there, { exact: false })
  for (isBroken of [418, 404]) {
    await act(() => queryClient.invalidateQueries())
    expect(await screen.findByText(told(isBroken))).toBeTruthy()
    expect(shown?.isConnected).toBe(true)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(address()).toBe(path)
  }
})

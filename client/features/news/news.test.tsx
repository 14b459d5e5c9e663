import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const article = {
  id: 4,
  title: 'She sings again',
  summary: 'In Vienna.',
  text: 'For three evenings.',
  published: '2099-06-01T12:00:00.000Z',
  imageName: null,
  eventId: 1,
  eventTitle: 'Tosca',
  eventType: 'OPERA',
  event: { id: 1, title: 'Tosca' },
}

test('shows date, title and summary on a card and links to the article', async () => {
  await openShop('/news', { answers: { 'GET /news?': { total: 1, elements: [article] } } })
  await screen.findByText('1 result')
  const card = within(screen.getByRole('list', { name: 'News articles' })).getByRole('listitem')
  for (const text of ['2099/06/01', 'She sings again', 'In Vienna.']) expect(card.textContent).toContain(text)
  expect(within(card).getByRole<HTMLAnchorElement>('link').pathname).toBe('/news/4')
})

test('shows the whole article and links to the shows of its event', async () => {
  const answers = { 'GET /news/4': article, 'POST /news/4': undefined }
  const { lastAsked } = await openShop('/news/4', { role: 'USER', answers })
  expect(await screen.findByRole('heading', { level: 1, name: 'She sings again' })).toBeTruthy()
  for (const text of ['2099/06/01', 'In Vienna.', 'For three evenings.']) expect(screen.getByText(text)).toBeTruthy()
  const shows = screen.getByRole<HTMLAnchorElement>('link', { name: 'View Shows of Tosca' })
  expect(shows.pathname).toBe('/event/1/event-shows')
  await soon(() => expect(lastAsked('POST /news/4')).toBeDefined())
})

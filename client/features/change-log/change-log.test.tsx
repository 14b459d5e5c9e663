import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { givenShopZone } from '#client/testing/given-shop-zone.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const entry = {
  id: 1,
  at: '2026-11-22T10:00:00.000Z',
  by: { id: 3, email: 'ada@foyer.example' },
  action: 'EDITED',
  kind: 'PRODUCT',
  recordId: 5,
  recordName: 'Mug',
  showId: null,
  changes: [
    { field: 'stock', from: 3, to: 10 },
    { field: 'price', from: 450, to: 500 },
    { field: 'paymentType', from: null, to: 'CASH' },
    { field: 'publishedFrom', from: null, to: '2026-11-22T10:00:00.000Z' },
  ],
  reason: null,
}

test('tells each action with its administrator and the changed fields, and filters by kind', async () => {
  const elements = [
    entry,
    { ...entry, id: 2, by: null, action: 'CREATED', kind: 'USER', recordId: 9, recordName: '', changes: [] },
  ]
  givenShopZone('Asia/Tokyo')
  const { address } = await openShop('/admin/log', {
    role: 'ADMIN',
    answers: { 'GET /admin/log': { total: 2, elements } },
  })
  // In the zone of the shop, which is not that of the browser.
  await screen.findAllByText('2026/11/22 19:00 (Tokyo)')
  const [edit, creation] = await screen.findAllByRole('article')
  expect(edit?.textContent).toMatch(
    /ada@foyer\.example.*Edited product Mug.*Stock: 3 → 10Price: 4\.50 € → 5\.00 €Payment: – → CashPublished from: – → 2026\/11\/22 19:00 \(Tokyo\)/,
  )
  expect(creation?.textContent).toMatch(/The shop.*Created user Deleted account 9/)
  const kinds = within(screen.getByLabelText('Kind')).getAllByRole('option')
  expect(kinds.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(['All', 'News article', 'Points']))
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'SHOW' } })
  await soon(() => expect(address()).toBe('/admin/log?kind=SHOW'))
  expect(within(screen.getByRole('main')).getByRole('heading', { name: 'Log' })).toBeTruthy()
})

test('filters by a typed day, and refuses a text that is none when its field is left', async () => {
  const { address, lastAsked } = await openShop('/admin/log', {
    role: 'ADMIN',
    answers: { 'GET /admin/log': { total: 1, elements: [entry] } },
  })
  const from = await screen.findByRole('textbox', { name: 'From' })
  fireEvent.change(from, { target: { value: '22.11.2026' } })
  await soon(() => expect(address()).toBe('/admin/log?firstDay=2026-11-22'))
  fireEvent.change(from, { target: { value: '31.02.2026' } })
  expect(screen.queryByText(/^Value is not a valid date/)).toBeNull()
  fireEvent.blur(from)
  expect(screen.getByText(/^Value is not a valid date/)).toBeTruthy()
  expect([address(), lastAsked('GET /admin/log')?.query.get('firstDay')]).toEqual([
    '/admin/log?firstDay=2026-11-22',
    '2026-11-22',
  ])
  fireEvent.change(from, { target: { value: '' } })
  await soon(() => expect(address()).toBe('/admin/log'))
})

test.each([
  ['ARTIST', null, '/admin/artists/5'],
  ['EVENT', null, '/admin/events/5'],
  ['HOLD', 9, '/admin/shows/9/box-office'],
  ['HOLD', null, undefined],
  ['INVOICE', null, '/admin/invoices/5'],
  ['LOCATION', null, '/admin/locations/5'],
  ['NEWS', null, '/admin/news/5'],
  ['ORDER', null, '/admin/orders/5'],
  ['POINTS', null, '/admin?email=Mug'],
  ['PRODUCT', null, '/admin/merchandise/5'],
  ['SEATING_PLAN', null, '/admin/seating-plans/5'],
  ['SHOW', null, '/admin/shows/5'],
  ['TICKET', 9, '/admin/shows/9/door-list'],
  ['USER', null, '/admin?email=Mug'],
  ['EXPORT', null, undefined],
])('links an entry about a record of the kind %s of show %s to %s', async (kind, showId, href) => {
  const elements = [{ ...entry, kind, showId }]
  await openShop('/admin/log', { role: 'ADMIN', answers: { 'GET /admin/log': { total: 1, elements } } })
  const article = within(await screen.findByRole('article'))
  expect(article.queryByRole('link', { name: 'Mug' })?.getAttribute('href') ?? undefined).toBe(href)
})

test('shows amounts of the books in euro, and links no deleted record', async () => {
  const elements = [
    { ...entry, action: 'ISSUED', kind: 'INVOICE', changes: [{ field: 'total', from: null, to: 1250 }] },
    { ...entry, id: 2, action: 'DELETED', changes: [] },
  ]
  await openShop('/admin/log', { role: 'ADMIN', answers: { 'GET /admin/log': { total: 2, elements } } })
  const [invoice, deleted] = await screen.findAllByRole('article')
  expect(invoice?.textContent).toContain('Total: 12.50 €')
  expect(deleted?.textContent).toContain('Deleted product Mug')
  expect(deleted?.querySelector('a')).toBeNull()
})

import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeShop, noFigures, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const opera = { ...noFigures, ticketsSold: 2, sales: 9_100, turnover: 9_100, net: 8_053, pointsIssued: 90 }
const mugs = { ...noFigures, sales: 1_200, turnover: 1_200, net: 1_000, refunds: 0 }
const total = { ...opera, sales: 10_300, turnover: 10_300, net: 9_053 }
const show = {
  id: 9,
  name: 'Premiere',
  eventTitle: 'Tosca',
  startTime: '2026-12-01T18:30:00.000Z',
  timeZone: 'Europe/Vienna',
}
const figures = {
  ...{ firstDay: '2026-11-21', lastDay: '2026-11-22', total },
  days: [
    { day: '2026-11-21', ...noFigures },
    { day: '2026-11-22', ...total },
  ],
  types: [
    { type: null, ...mugs },
    { type: 'OPERA', ...opera },
  ],
  locations: [{ location: { id: 3, name: 'Old House' }, ...opera }],
  shows: [{ show, ...opera }],
  products: [{ product: { id: 4, name: 'Mug' }, quantity: 1, turnover: 1_200, net: 1_000, pointsSpent: 0 }],
  coming: { shows: 1, sold: 2, reserved: 1, held: 0, free: 7 },
}

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map(({ textContent }) => textContent)

test('shows the figures of a period by day, type, location, show and product', async () => {
  const { address, fill } = await openShop('/admin/figures', {
    role: 'ADMIN',
    answers: { 'GET /admin/figures': figures },
  })
  const sums = await screen.findByLabelText('Total')
  expect(sums.textContent).toContain('Turnover103.00 €Without VAT90.53 €VAT12.47 €')
  expect(rowsOf('By day')).toContain('2026/11/222103.00 €0.00 €103.00 €90.53 €900')
  expect(screen.getByRole('img', { name: /^By day: 2026\/11\/21 – 2026\/11\/22/ })).toBeTruthy()
  expect(rowsOf('By event type').slice(1)).toEqual([
    'Opera291.00 €0.00 €91.00 €80.53 €',
    'Merchandise012.00 €0.00 €12.00 €10.00 €',
    'Total2103.00 €0.00 €103.00 €90.53 €',
  ])
  expect(screen.getByRole('link', { name: 'Tosca – Premiere' }).getAttribute('href')).toBe('/admin/shows/9/figures')
  fill('Period', 'LAST_MONTH')
  await soon(() => expect(address()).toBe('/admin/figures?period=LAST_MONTH'))
})

test('takes the days of a period from its form, and refuses a period that ends before it begins', async () => {
  const { address, fill, press } = await openShop('/admin/figures', {
    role: 'ADMIN',
    answers: { 'GET /admin/figures': figures },
  })
  await screen.findByLabelText('Total')
  fill('To', '2026-11-01')
  press('Show')
  expect(await screen.findByText('The last day must not be before the first')).toBeTruthy()
  fill('From', '2026-10-01')
  press('Show')
  await soon(() => expect(address()).toBe('/admin/figures?firstDay=2026-10-01&lastDay=2026-11-01'))
})

test('shows the places and the figures of a show', async () => {
  await openShop('/admin/shows/9/figures', {
    role: 'ADMIN',
    answers: {
      'GET /admin/shows/9/figures': {
        ...{ show, places: { sold: 2, reserved: 1, held: 0, free: 7 }, total: opera },
        days: [{ day: '2026-11-22', ...opera }],
      },
    },
  })
  expect((await screen.findByLabelText('Places')).textContent).toBe('Sold2Reserved1Held0Free7')
  expect(rowsOf('By day')).toContain('2026/11/22291.00 €0.00 €91.00 €80.53 €900')
})

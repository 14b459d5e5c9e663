import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SAMPLE_PLAN } from '#domain/seating-plan/sample-plan.ts'
import { problem } from '#domain/problem.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const sector = { name: 'Stalls', isAvailable: true, pricePercent: 120, x: 0, y: 0, width: 100, height: 100 }
const drawing = { aspect: 1, focalPoint: { x: 50, y: 0 } }
const hall = {
  id: 7,
  name: 'Great Hall',
  locationId: 3,
  locationName: 'Town Hall',
  seats: 1200,
  standing: 50,
  shows: 0,
  retiredAt: null,
  version: 2,
  summary: { id: 7, name: 'Great Hall', ...drawing, sectors: [{ ...sector, id: 1, outline: null }] },
}
const checked = {
  name: 'hall',
  ...drawing,
  seats: 2,
  standing: 0,
  isNameTaken: false,
  moved: [],
  kinds: ['wheelchair place: 1'],
  sectors: [{ ...sector, outline: null, rows: 1, seats: 2, standing: 0, points: [10, 10, 20, 10] }],
}
const locations = { total: 1, elements: [{ id: 3, name: 'Town Hall', city: 'Graz' }] }

test('lists seating plans with location, places, shows and state', async () => {
  await openShop('/admin/seating-plans', {
    role: 'ADMIN',
    answers: {
      'GET /admin/seating-plans': { total: 1, elements: [{ ...hall, shows: 2, retiredAt: '2030-01-01T10:00:00Z' }] },
    },
  })
  const row = within(await screen.findByRole('article'))
  for (const text of ['Town Hall', '1,200 seats, 50 standing · 2 shows', 'Retired']) {
    expect(row.getByText(text)).toBeTruthy()
  }
  expect(row.getByRole('link', { name: 'Great Hall' }).getAttribute('href')).toBe('/admin/seating-plans/7')
})

test('retires a plan and assigns its location, with its version', async () => {
  const { press, lastAsked, address } = await openShop('/admin/seating-plans/7', {
    role: 'ADMIN',
    answers: {
      'GET /admin/seating-plans/7': { ...hall, locationId: null },
      'GET /admin/locations': locations,
      'PUT /admin/seating-plans/7': hall,
    },
  })
  await screen.findByRole('heading', { name: 'Edit Seating Plan' })
  await screen.findByRole('option', { name: 'Town Hall, Graz' })
  fireEvent.change(screen.getByLabelText('Location'), { target: { value: '3' } })
  fireEvent.click(screen.getByLabelText('Retired: not offered for new shows'))
  press('Save Changes')
  await soon(() => expect(address()).toBe('/admin/seating-plans'))
  expect(lastAsked('PUT /admin/seating-plans/7')?.body).toEqual({
    name: 'Great Hall',
    locationId: 3,
    isRetired: true,
    version: 2,
  })
})

test('tells what is wrong with a file by line', async () => {
  const refused = refusalOf(problem('plan_file_refused', { sentences: ['line 3: no number.', 'line 4: no row.'] }))
  await openShop('/admin/seating-plans/upload', {
    role: 'ADMIN',
    answers: { 'POST /admin/seating-plans/checks': refused, 'GET /admin/locations': locations },
  })
  choose(new File(['sector'], 'hall.csv'))
  const notice = within(await screen.findByRole('alert'))
  expect(notice.getByText('line 3: no number.')).toBeTruthy()
  expect(notice.getByText('line 4: no row.')).toBeTruthy()
})

function choose(file: File): void {
  const input = document.querySelector('input[type=file]')
  if (input) fireEvent.change(input, { target: { files: [file] } })
}

test('explains the columns of a CSV on request', async () => {
  const { press } = await openShop('/admin/seating-plans/upload', { role: 'ADMIN' })
  expect(screen.getByRole('button', { name: 'Download a Sample (CSV)' })).toBeTruthy()
  press('Columns of a CSV')
  const columns = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(columns).toEqual(SAMPLE_PLAN.split('\r\n')[0]?.split(','))
})

test('marks a missing file together with other missing fields', async () => {
  const { press } = await openShop('/admin/seating-plans/upload', { role: 'ADMIN' })
  press('Save Seating Plan')
  expect(await screen.findByText('Please choose a file.')).toBeTruthy()
  expect(screen.getAllByText('Value is required')).toHaveLength(2)
})

test('draws a checked file, suggests its name, and saves it with a location', async () => {
  const { press, asked, address } = await openShop('/admin/seating-plans/upload', {
    role: 'ADMIN',
    answers: {
      'POST /admin/seating-plans': hall,
      'POST /admin/seating-plans/checks': checked,
      'GET /admin/locations': locations,
    },
  })
  choose(new File(['sector'], 'hall.csv'))
  const plan = within(await screen.findByRole('region', { name: 'The plan in this file' }))
  expect(plan.getByRole('row', { name: 'Stalls 1 2 120 %' })).toBeTruthy()
  expect(plan.getByText('wheelchair place: 1')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('hall')
  expect(screen.queryByRole('checkbox')).toBeNull()
  choose(new File(['{}'], 'hall.json'))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Move zones apart whose seats lie on each other' }))
  await soon(() => expect(asked.at(-1)?.query.get('separatesZones')).toBe('true'))
  fireEvent.change(screen.getByLabelText(/^Location/), { target: { value: '3' } })
  press('Save Seating Plan')
  await soon(() => expect(address()).toBe('/admin/seating-plans'))
  const sent = asked.find(({ line }) => line.startsWith('POST /admin/seating-plans?'))
  expect(Object.fromEntries(sent?.query ?? [])).toEqual({ name: 'hall', locationId: '3', separatesZones: 'true' })
})

import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { newLocation } from '#contract/admin-locations.ts'
import { problem } from '#domain/problem.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'
import { refusalOf } from '#client/testing/refusal-of.ts'

afterEach(closeShop)

const hall = {
  id: 7,
  name: 'Town Hall',
  address: 'Square 3',
  postalCode: '8010',
  city: 'Graz',
  country: 'Austria',
  timeZone: 'Europe/Vienna',
  travelText: 'Tram 1.',
  imageName: null,
  imageId: null,
  version: 3,
  shows: 0,
  plans: 0,
}

const north = { id: 5, name: 'North', sectorIds: [1], version: 1 }
const house = {
  gates: [north],
  plans: [
    { id: 2, name: 'Theatre', sectors: [{ id: 1, name: 'Stalls' }] },
    { id: 3, name: 'Standing', sectors: [{ id: 9, name: 'Floor' }] },
  ],
}

test('lists locations with their uses, keeps the search in the address, and leads to each', async () => {
  const { fill, address, lastAsked } = await openShop('/admin/locations', {
    role: 'ADMIN',
    answers: { 'GET /admin/locations': { total: 1, elements: [{ ...hall, shows: 2, plans: 1 }] } },
  })
  const row = await screen.findByRole('article')
  expect(within(row).getByRole('link', { name: 'Town Hall' }).getAttribute('href')).toBe('/admin/locations/7')
  expect(within(row).getByText('Graz · 2 shows · 1 seating plan')).toBeTruthy()
  fill('Search by name or city', 'graz')
  await soon(() => expect(lastAsked('GET /admin/locations')?.query.get('name')).toBe('graz'))
  expect(address()).toBe('/admin/locations?name=graz')
})

// The label and a value of each field. Pictures are uploaded first, so they have no value here.
const fields: Record<keyof typeof newLocation.shape, [label: string, value?: string]> = {
  name: ['Name', 'Town Hall'],
  address: ['Address', 'Square 3'],
  postalCode: ['Postal code', '8010'],
  city: ['City', 'Graz'],
  country: ['Country', 'Austria'],
  timeZone: ['Time zone', 'Europe/Rome'],
  travelText: ['How to get there', 'Tram 1.'],
  imageId: ['Picture (optional)'],
}

test('creates a location from all fields, with the time zone of a city, and refuses one that does not exist', async () => {
  const { fill, press, lastAsked, address } = await openShop('/admin/locations/create', {
    role: 'ADMIN',
    answers: { 'POST /admin/locations': hall },
  })
  const filled: Record<string, string> = {}
  for (const [name, [label, value]] of Object.entries(fields)) {
    expect(screen.getAllByText(label, { selector: 'label, label *, legend' }), name).not.toEqual([])
    if (value === undefined) continue
    fill(new RegExp(`^${label}`), value)
    filled[name] = value
  }
  fill(/^Time zone/, 'Romulus')
  press('Create Location')
  expect(await within(screen.getByRole('form')).findByText('Value is not a known time zone')).toBeTruthy()
  expect(lastAsked('POST /admin/locations')).toBeUndefined()
  fill(/^Time zone/, 'rome')
  press('Create Location')
  await soon(() => expect(address()).toBe('/admin/locations'))
  expect(lastAsked('POST /admin/locations')?.body).toEqual(filled)
})

test('saves an edit with its version, and offers deletion only without shows and plans', async () => {
  const answers = {
    'GET /admin/locations/7': hall,
    'GET /admin/locations/7/gates': house,
    'GET /admin/locations/8/gates': house,
    'PUT /admin/locations/7': hall,
    'GET /admin/locations/8': { ...hall, id: 8, plans: 1 },
  }
  const { fill, press, lastAsked, address } = await openShop('/admin/locations/7', { role: 'ADMIN', answers })
  await screen.findByRole('heading', { name: 'Edit Location' })
  expect(screen.getByRole('button', { name: 'Delete Location' })).toBeTruthy()
  fill(/^City/, 'Linz')
  press('Save Changes')
  await soon(() => expect(address()).toBe('/admin/locations'))
  expect(lastAsked('PUT /admin/locations/7')?.body).toMatchObject({ name: 'Town Hall', city: 'Linz', version: 3 })

  closeShop()
  await openShop('/admin/locations/8', { role: 'ADMIN', answers })
  expect(await screen.findByText('No shows · 1 seating plan')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete Location' })).toBeNull()
})

test('asks before customers get an email about a new address', async () => {
  let asked = 0
  const refusal = refusalOf(problem('change_needs_confirmation', { tickets: 3, customers: 2, unreachable: 0 }))
  const { fill, press, lastAsked, address } = await openShop('/admin/locations/7', {
    role: 'ADMIN',
    answers: {
      'GET /admin/locations/7': { ...hall, shows: 2 },
      'GET /admin/locations/7/gates': house,
      'PUT /admin/locations/7': () => ((asked += 1) === 1 ? refusal : hall),
    },
  })
  await screen.findByRole('heading', { name: 'Edit Location' })
  fill(/^Address/, 'Ring 8')
  press('Save Changes')
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('2 customers with 3 tickets')
  within(question).getByRole('button', { name: 'Change and Send Emails' }).click()
  await soon(() => expect(address()).toBe('/admin/locations'))
  expect(lastAsked('PUT /admin/locations/7')?.body).toMatchObject({ address: 'Ring 8', isConfirmed: true })
})

test('edits the sectors of a gate for each plan, and keeps what was typed when a name is taken', async () => {
  let [gate, isOutdated] = [north, true]
  const fields = [{ field: 'name', message: 'Changed meanwhile to: East' }]
  const outdated = refusalOf(problem('changed_meanwhile', { what: 'gate', fields }))
  const { fill, press, lastAsked } = await openShop('/admin/locations/7', {
    role: 'ADMIN',
    answers: {
      'GET /admin/locations/7': hall,
      'GET /admin/locations/7/gates': () => ({ ...house, gates: [gate] }),
      'POST /admin/locations/7/gates': refusalOf(problem('gate_name_taken')),
      'PUT /admin/gates/5': () => (isOutdated ? outdated : undefined),
    },
  })
  const gates = within(await screen.findByRole('region', { name: 'Gates' }))
  expect(gates.getByText('Theatre: Stalls')).toBeTruthy()
  press('Edit North')
  ;(await gates.findByRole('checkbox', { name: 'Floor' })).click()
  gate = { ...north, name: 'East', version: 2 }
  press('Save Gate')
  expect(await gates.findByText('Changed meanwhile to: East')).toBeTruthy()
  expect(gates.getByDisplayValue('East')).toBeTruthy()
  isOutdated = false
  fill(/^Name of the gate/, 'North West')
  press('Save Gate')
  const saved = { name: 'North West', sectorIds: [1, 9], version: 2 }
  await soon(() => expect(lastAsked('PUT /admin/gates/5')?.body).toEqual(saved))
  expect(await screen.findByText('Gate saved')).toBeTruthy()

  press('Add a Gate')
  fill(/^Name of the gate/, 'North')
  press('Add a Gate')
  expect(await gates.findByText('This location already has a gate of this name.')).toBeTruthy()
  expect(gates.getByDisplayValue('North')).toBeTruthy()
})

import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { givenArtist, givenPaged } from '#client/testing/sample-data.ts'
import { givenSeatingPlan } from '#client/testing/given-seating-plan.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

test('filters choices half a second after typing, from the first page', async () => {
  const answers = { 'GET /artists?': givenPaged(givenArtist, 10, 30) }
  const { lastAsked } = await openShop('/event-show/create', { role: 'ADMIN', answers })
  const artists = within(await screen.findByRole('group', { name: /^Artist/ }))
  fireEvent.click(await artists.findByRole('button', { name: 'Page 2' }))
  await soon(() => expect(lastAsked('GET /artists?')?.query.get('pageIndex')).toBe('1'))
  vi.useFakeTimers()
  fireEvent.change(artists.getByLabelText('Stage name'), { target: { value: 'moth' } })
  vi.advanceTimersByTime(499)
  expect(lastAsked('GET /artists?')?.query.get('stageName')).toBeNull()
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await soon(() => expect(lastAsked('GET /artists?')?.query.get('stageName')).toBe('moth'))
  expect(lastAsked('GET /artists?')?.query.get('pageIndex')).toBe('0')
})

test('links the page that creates the first record as long as there is none to choose', async () => {
  await openShop('/event-show/create', { role: 'ADMIN', answers: { 'GET /artists?': { total: 0, elements: [] } } })
  const artists = within(await screen.findByRole('group', { name: /^Artist/ }))
  expect((await artists.findByRole('link', { name: 'Create Artist' })).getAttribute('href')).toBe(
    '/admin/artists/create',
  )
  fireEvent.change(artists.getByLabelText('Stage name'), { target: { value: 'moth' } })
  expect(await artists.findByText('No matching artists.')).toBeTruthy()
})

test('previews the chosen seating plan', async () => {
  const answers = { 'GET /seatingplans?': { total: 1, elements: [givenSeatingPlan()] } }
  await openShop('/event-show/create', { role: 'ADMIN', answers })
  const plans = within(await screen.findByRole('group', { name: /^Seating plan/ }))
  fireEvent.click(await plans.findByRole('button', { name: 'Choose Hall' }))
  const sectors = (await plans.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(sectors).toEqual(['Stalls 100 %', 'Circle 50 %', 'Floor 20 %', 'Box closed'])
  expect(document.querySelectorAll('fieldset polygon')).toHaveLength(4)
})

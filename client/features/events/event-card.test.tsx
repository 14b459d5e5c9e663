import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { givenEvent, givenPaged } from '#client/testing/sample-data.ts'
import { closeShop, openShop } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const EVENING = 2.5 * 3_600
const YEAR = 370 * 86_400 + EVENING

async function cardAt(path: string, duration: number) {
  const begin = Date.parse('2099-01-01T11:00:00Z')
  const run = {
    startTime: new Date(begin).toISOString(),
    endTime: new Date(begin + duration * 1_000).toISOString(),
    duration,
  }
  await openShop(path, { answers: { 'GET /events?': givenPaged({ ...givenEvent, ...run }, 1) } })
  await screen.findByText('1 result')
  return within(screen.getByRole('list', { name: 'Events' })).getByRole('listitem').textContent
}

test('shows the duration of a single performance', async () => {
  expect(await cardAt('/search/event', EVENING)).toContain('2 hours 30 minutes')
})

test('shows the dates of a run, and its duration only if the search filters by it', async () => {
  const card = await cardAt('/search/event', YEAR)
  expect(card).toContain('2099/01/01 – 2100/01/06')
  expect(card).not.toContain('weeks')
  closeShop()
  expect(await cardAt(`/search/event?duration=${YEAR}`, YEAR)).toContain('52 weeks 6 days 2 hours 30 minutes')
})

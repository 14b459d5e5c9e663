import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const show = {
  id: 4,
  name: 'Premiere',
  eventTitle: 'Tosca',
  locationName: 'Haus am Ring',
  startTime: '2099-05-01T17:30:00.000Z',
  timeZone: 'Europe/Vienna',
}
const before = {
  show,
  hasEnded: false,
  cancelledAt: null,
  reason: null,
  doneAt: null,
  open: { tickets: 1_200, customers: 3, unreachable: 2, total: 5_460_000 },
  reservations: 2,
  mailed: 4,
  refunded: { tickets: 0, total: 0 },
}
const underWay = {
  ...before,
  cancelledAt: '2099-04-01T10:00:00.000Z',
  reason: 'The tenor is ill.',
  open: { tickets: 300, customers: 1, unreachable: 0, total: 1_365_000 },
  refunded: { tickets: 900, total: 4_095_000 },
}

test('offers no cancellation of a show that is over', async () => {
  const answers = { 'GET /admin/shows/3/cancellation': { ...before, hasEnded: true } }
  await openShop('/admin/shows/3/cancellation', { role: 'ADMIN', answers })
  expect(await screen.findByText(/^This show is over/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel Show' })).toBeNull()
})

test('previews a cancellation, asks for the reason and once more, and follows the refunds to their end', async () => {
  const states = [
    underWay,
    { ...underWay, doneAt: '2099-04-01T10:01:00.000Z', refunded: { tickets: 1_200, total: 5_460_000 } },
  ]
  let isCancelled = false
  const { fill, press, lastAsked, asked } = await openShop('/admin/shows/4/cancellation', {
    role: 'ADMIN',
    answers: {
      'GET /admin/shows/4/cancellation': () => (isCancelled ? states.at(-1) : before),
      'POST /admin/shows/4/cancellation': () => {
        isCancelled = true
        return states[0]
      },
    },
  })
  expect(await screen.findByText('Tosca – Premiere')).toBeTruthy()
  expect(screen.getByText(/^1,200 tickets of 3 customers will be refunded: 54,600\.00 €/)).toBeTruthy()
  expect(screen.getByText('4 people get an email with your reason.')).toBeTruthy()
  expect(screen.getByText('2 buyers have no address. Please tell them yourself.')).toBeTruthy()
  expect(screen.getByText('2 reservations will be released.')).toBeTruthy()

  press('Cancel Show')
  expect(await screen.findByText('Value is required')).toBeTruthy()
  fill(/^Reason/, 'The tenor is ill.')
  press('Cancel Show')
  const question = within(await screen.findByRole('dialog'))
  expect(asked.some(({ line }) => line.startsWith('POST'))).toBe(false)
  question.getByRole('button', { name: 'Cancel Show' }).click()
  await soon(() => expect(lastAsked('POST /admin/shows/4/cancellation')?.body).toEqual({ reason: 'The tenor is ill.' }))
  expect(await screen.findByText('Done. 1,200 tickets refunded, 54,600.00 € in all.')).toBeTruthy()
})

test('shows how far the refunds are after a reload', async () => {
  const answers = { 'GET /admin/shows/4/cancellation': underWay }
  await openShop('/admin/shows/4/cancellation', { role: 'ADMIN', answers })
  expect(await screen.findByText('900 of 1,200 tickets refunded')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('75')
  expect(screen.queryByRole('button', { name: 'Cancel Show' })).toBeNull()
})

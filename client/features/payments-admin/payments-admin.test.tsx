import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeShop, openShop } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const payment = {
  id: 6,
  provider: 'stripe',
  state: 'OPEN',
  total: 4_500,
  userId: 3,
  firstName: 'Ada',
  lastName: 'Guest',
  startedAt: '2026-11-22T10:00:00.000Z',
  payUntil: '2026-11-22T10:20:00.000Z',
  takenAt: null,
  invoiceId: null,
  invoiceNumber: null,
  needs: [],
  ref: 'cs_1',
  paidBy: null,
  taken: null,
  doubt: null,
  steps: [],
  refunds: [],
  disputes: [],
  items: [],
} as const

test.each([
  ['OPEN', true],
  ['CLOSED', true],
  ['TAKEN', false],
] as const)('in the state %s: tells until when to pay: %s', async (state, isTold) => {
  await openShop('/admin/payments/6', { role: 'ADMIN', answers: { 'GET /admin/payments/6': { ...payment, state } } })
  const facts = within(await screen.findByRole('region', { name: 'Facts' }))
  expect(facts.getByText('cs_1')).toBeTruthy()
  expect(facts.queryByText('To pay until') !== null).toBe(isTold)
})

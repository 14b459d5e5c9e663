import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { problem } from '#domain/problem.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const REFUSED = 'This password reset link is invalid or has expired.'
const refused = () => refusalOf(problem('reset_token_invalid'))

test('shows why a link is refused and clears it', async () => {
  const { address, historyState } = await openShop('/password-reset?reset-token=spent', {
    answers: { 'GET /password-resets/spent': refused },
  })
  expect(await screen.findByText(REFUSED)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Request a new link' })).toBeTruthy()
  await soon(() => expect(JSON.stringify(historyState())).not.toContain('spent'))
  expect(address()).toBe('/password-reset')
  expect(screen.getByText(REFUSED)).toBeTruthy()
})

test('keeps a link that could not be checked', async () => {
  const { historyState } = await openShop('/password-reset?reset-token=good', {
    answers: { 'GET /password-resets/good': () => new Response('Too many.', { status: 418 }) },
  })
  expect(await screen.findByText('Too many.')).toBeTruthy()
  expect(JSON.stringify(historyState())).toContain('good')
})

test('offers a new link if the link is used up while its form is open', async () => {
  const { fill, press, historyState } = await openShop('/password-reset?reset-token=spent', {
    answers: { 'GET /password-resets/spent': undefined, 'PUT /password-resets': refused },
  })
  await screen.findByRole('form', { name: 'Set a new password' })
  fill(/^New password/, 'correct horse')
  fill(/^Confirm password/, 'correct horse')
  press('Change Password')
  expect(await screen.findByRole('link', { name: 'Request a new link' })).toBeTruthy()
  expect(screen.queryByRole('form')).toBeNull()
  expect(JSON.stringify(historyState())).not.toContain('spent')
})

import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { problem } from '#domain/problem.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

beforeEach(() => localStorage.clear())
afterEach(async () => {
  vi.useRealTimers()
  await closeShop()
})

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

test('keeps a link that could not be checked, and checks it again', async () => {
  let checks = 0
  const check = () => {
    checks += 1
    return checks === 1 ? new Response('Too many.', { status: 418 }) : undefined
  }
  const { press, historyState } = await openShop('/password-reset?reset-token=good', {
    answers: { 'GET /password-resets/good': check },
  })
  expect(await screen.findByText('Too many.')).toBeTruthy()
  expect(screen.queryByText('Request a new link')).toBeNull()
  expect(JSON.stringify(historyState())).toContain('good')
  await press('Try again')
  expect(await screen.findByRole('button', { name: 'Change Password' })).toBeTruthy()
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

const HOUR_MS = 3_600_000
const WANTED = encodeURIComponent('/event-show/7')

/** Requests a link at the login of a wanted page. */
async function requestLink() {
  const shop = await openShop(`/forgot-password?redirect=${WANTED}`, {
    answers: { 'POST /password-resets': undefined },
  })
  await screen.findByRole('form', { name: 'Forgot your Password?' })
  shop.fill(/^Email/, 'ada@foyer.example')
  shop.press('Send Link')
  await screen.findByText(/^If ada@foyer\.example has an account/)
  await closeShop()
}

/** Sets a new password with the link of the mail, which opens a page of its own. */
async function setPassword() {
  const answers = { 'GET /password-resets/good': undefined, 'PUT /password-resets': undefined }
  const shop = await openShop('/password-reset?reset-token=good', { answers })
  await screen.findByRole('form', { name: 'Set a new password' })
  shop.fill(/^New password/, 'correct horse')
  shop.fill(/^Confirm password/, 'correct horse')
  shop.press('Change Password')
  await screen.findByRole('form', { name: 'Login' })
  return { address: shop.address(), email: screen.getByLabelText<HTMLInputElement>(/^Email/).value }
}

test('returns to the login of the wanted page with the address filled in, once', async () => {
  await requestLink()
  expect(await setPassword()).toEqual({ address: `/login?redirect=${WANTED}`, email: 'ada@foyer.example' })
  expect(localStorage).toHaveLength(0)
  await closeShop()
  expect(await setPassword()).toEqual({ address: '/login', email: '' })
})

test('forgets after an hour which page and address a link was requested for', async () => {
  await requestLink()
  vi.setSystemTime(Date.now() + HOUR_MS)
  expect(await setPassword()).toEqual({ address: '/login', email: '' })
  expect(localStorage).toHaveLength(0)
})

test('ignores an invalid stored request', async () => {
  localStorage.setItem('requestedReset', '{"email":1')
  expect(await setPassword()).toEqual({ address: '/login', email: '' })
})

test('offers a new link for the same page and address', async () => {
  await requestLink()
  const answers = { 'GET /password-resets/spent': refused }
  const { address } = await openShop('/password-reset?reset-token=spent', { answers })
  const link = await screen.findByRole('link', { name: 'Request a new link' })
  link.click()
  await screen.findByRole('form', { name: 'Forgot your Password?' })
  expect(address()).toBe(`/forgot-password?redirect=${WANTED}`)
  expect(screen.getByLabelText<HTMLInputElement>(/^Email/).value).toBe('ada@foyer.example')
})

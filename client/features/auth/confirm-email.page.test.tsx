import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { problem } from '#domain/problem.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

test('waits for a click before it confirms, and hides the token', async () => {
  const { press, fill, address, asked, lastAsked } = await openShop('/confirm-email?token=good', {
    answers: { 'PUT /email-verifications': undefined },
  })
  await soon(() => expect(address()).toBe('/confirm-email'))
  expect(asked.filter(({ line }) => line.includes('email-verifications'))).toEqual([])
  fill(/^Password/, 'nine green bottles')
  press('Confirm Address')
  expect(await screen.findByText('Your email address is confirmed. You can log in now.')).toBeTruthy()
  expect(lastAsked('PUT /email-verifications')?.body).toEqual({ token: 'good', password: 'nine green bottles' })
})

test('leads a logged-in customer back to the shop', async () => {
  const { press } = await openShop('/confirm-email?token=good', {
    role: 'USER',
    answers: { 'PUT /email-verifications': undefined },
  })
  await screen.findByRole('button', { name: 'Confirm Address' })
  press('Confirm Address')
  expect(await screen.findByRole('link', { name: 'Go to the shop' })).toBeTruthy()
})

test('says why a link is refused', async () => {
  const { press } = await openShop('/confirm-email?token=spent', {
    role: 'USER',
    answers: { 'PUT /email-verifications': refusalOf(problem('confirmation_token_invalid')) },
  })
  await screen.findByRole('button', { name: 'Confirm Address' })
  press('Confirm Address')
  const notices = await screen.findAllByText(
    'This link is invalid or has expired. Please log in and request a new email.',
  )
  expect(notices.length).toBeGreaterThan(0)
  expect(await screen.findByRole('link', { name: 'Go to your profile' })).toBeTruthy()
})

test('keeps the link when the shop cannot be reached', async () => {
  const { press } = await openShop('/confirm-email?token=good', {
    role: 'USER',
    answers: { 'PUT /email-verifications': new Response('Not now.', { status: 418 }) },
  })
  await screen.findByRole('button', { name: 'Confirm Address' })
  press('Confirm Address')
  expect(await screen.findByText('Not now.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Confirm Address' })).toBeTruthy()
})

test('asks for the link of the mail without a token', async () => {
  await openShop('/confirm-email', {})
  expect(await screen.findByText(/The confirmation link is incomplete/)).toBeTruthy()
})

test('asks for the password when the link belongs to another account than the session', async () => {
  const missing = problem('invalid_fields', { fields: [{ field: 'password', message: 'Value is required' }] })
  const { press, fill } = await openShop('/confirm-email?token=good', {
    role: 'USER',
    answers: {
      'PUT /email-verifications': ({ body }: { body: { password?: string } }) => {
        if (body.password === undefined) return refusalOf(missing)
        return body.password === 'nine green bottles' ? undefined : refusalOf(problem('wrong_password'))
      },
    },
  })
  await screen.findByRole('button', { name: 'Confirm Address' })
  press('Confirm Address')
  await screen.findByText('Enter the password of your account, and your address is confirmed.')
  fill(/^Password/, 'ten green bottles')
  press('Confirm Address')
  const field = screen.getByLabelText(/^Password/)
  await soon(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  fill(/^Password/, 'nine green bottles')
  press('Confirm Address')
  expect(await screen.findByRole('link', { name: 'Go to the shop' })).toBeTruthy()
})

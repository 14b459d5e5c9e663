import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { problem } from '#domain/problem.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

async function fillForm(fill: (label: RegExp, value: string) => void): Promise<HTMLInputElement> {
  await screen.findByRole('form', { name: 'Sign Up' })
  for (const [label, text] of [
    [/^First name/, 'Ada'],
    [/^Last name/, 'Guest'],
    [/^Email/, 'ada@foyer.example'],
    [/^Password/, 'correct horse'],
    [/^Confirm/, 'correct horse'],
  ] as const) {
    fill(label, text)
  }
  return screen.getByLabelText<HTMLInputElement>(/^Email/)
}

test('asks to look into the mailbox if the shop hides whether the address is known', async () => {
  const { fill, address } = await openShop('/register', { answers: { 'POST /users': {} } })
  const email = await fillForm(fill)
  email.form?.requestSubmit()
  expect(await screen.findByText(/We've sent an email to ada@foyer\.example/)).toBeTruthy()
  expect(address()).toBe('/register')
})

test('leads to the login, which knows the address', async () => {
  const { fill, address } = await openShop('/register', { answers: { 'POST /users': { id: 1 } } })
  const email = await fillForm(fill)
  email.form?.requestSubmit()
  await screen.findByRole('form', { name: 'Login' })
  expect(address()).toBe('/login')
  expect(screen.getByLabelText<HTMLInputElement>(/^Email/).value).toBe('ada@foyer.example')
})

test('shows a taken address at its field and focuses it', async () => {
  const sentence = 'There is already an account with this email address.'
  const known = refusalOf(problem('email_taken'))
  const { fill } = await openShop('/register', { answers: { 'POST /users': known } })
  const email = await fillForm(fill)
  email.form?.requestSubmit()
  await soon(() => expect(email.getAttribute('aria-invalid')).toBe('true'))
  expect(email.closest('.mantine-InputWrapper-root')?.textContent).toContain(sentence)
  expect(document.activeElement).toBe(email)
})

test('reports a password that is changed after its confirmation, until both are equal', async () => {
  const { fill } = await openShop('/register', {})
  await fillForm(fill)
  const mismatch = () => screen.queryByText('The value must be equal to the other value')
  expect(mismatch()).toBeNull()
  fill(/^Password/, 'correct donkey')
  expect(mismatch()).not.toBeNull()
  fill(/^Password/, 'correct horse')
  expect(mismatch()).toBeNull()
})

test('says what a visitor signs up for', async () => {
  await openShop('/register?redirect=/user-tickets', {})
  expect(await screen.findByText('Sign up to continue to: Your Tickets')).toBeTruthy()
})

import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { problem } from '#domain/problem.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

test('warns of a password longer than registration allows and sends it in full', async () => {
  const password = 'x'.repeat(100)
  const refused = refusalOf(problem('wrong_credentials'))
  const { fill, lastAsked } = await openShop('/login', { answers: { 'POST /authentication': refused } })
  await screen.findByRole('form', { name: 'Login' })
  fill(/^Email/, 'ada@foyer.example')
  fill(/^Password/, password)
  expect(screen.getByText('The maximum length allowed is 72')).toBeTruthy()
  screen.getByRole('button', { name: 'Login' }).click()
  await soon(() => expect(lastAsked('POST /authentication')?.body).toEqual({ email: 'ada@foyer.example', password }))
})

test('accepts any 72 characters without a warning', async () => {
  const { fill } = await openShop('/login', {})
  await screen.findByRole('form', { name: 'Login' })
  fill(/^Password/, '🎭'.repeat(72))
  expect(screen.queryByText('The maximum length allowed is 72')).toBeNull()
  fill(/^Password/, '🎭'.repeat(73))
  expect(screen.getByText('The maximum length allowed is 72')).toBeTruthy()
})

test('marks a missing password as invalid and focuses it', async () => {
  const { fill } = await openShop('/login', {})
  const form = await screen.findByRole<HTMLFormElement>('form', { name: 'Login' })
  fill(/^Email/, 'ada@foyer.example')
  form.requestSubmit()
  const password = screen.getByLabelText(/^Password/)
  await soon(() => expect(document.activeElement).toBe(password))
  expect(password.getAttribute('aria-invalid')).toBe('true')
})

import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { problem } from '#domain/problem.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { closeShop, openShop, soon, tokenOf } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

/** Opens the login and enters the password of an account with a second factor. */
async function openSecondStep(answer: unknown) {
  const needed = refusalOf(problem('second_factor_needed', { token: 'pending' }))
  const shop = await openShop('/login', {
    // The longer line comes last, because the last matching answer counts.
    answers: { 'POST /authentication': needed, 'POST /authentication/second-factor': answer },
  })
  await screen.findByRole('form', { name: 'Login' })
  shop.fill(/^Email/, 'ada@foyer.example')
  shop.fill(/^Password/, 'correct horse')
  shop.press('Login')
  await screen.findByRole('form', { name: 'Second step' })
  return shop
}

test('asks for the code after the password and logs in with it', async () => {
  const { fill, press, lastAsked, address } = await openSecondStep(() => new Response(`Bearer ${tokenOf('ADMIN')}`))
  expect(screen.queryByText('Please enter the code of your authenticator app.')).toBeNull()
  expect(localStorage.getItem('authToken')).toBeNull()
  press('Login')
  expect(await screen.findByText('Value is required')).toBeTruthy()
  fill(/^Code/, '123 456')
  press('Login')
  await soon(() => expect(address()).toBe('/'))
  expect(lastAsked('POST /authentication/second-factor')?.body).toEqual({ token: 'pending', code: '123 456' })
  expect(localStorage.getItem('authToken')).toBe(tokenOf('ADMIN'))
})

test('tells of a wrong code at the field', async () => {
  const { fill, press } = await openSecondStep(() => refusalOf(problem('second_factor_wrong')))
  fill(/^Code/, '123456')
  press('Login')
  expect(await screen.findByText(/^This code is wrong or was already used/)).toBeTruthy()
  expect(screen.getByRole('form', { name: 'Second step' })).toBeTruthy()
})

test('starts again with the password when the login has expired', async () => {
  const { fill, press } = await openSecondStep(() => refusalOf(problem('login_expired')))
  fill(/^Code/, '123456')
  press('Login')
  expect(await screen.findByRole('form', { name: 'Login' })).toBeTruthy()
  expect(screen.getByText('This login has expired. Please enter your password again.')).toBeTruthy()
})

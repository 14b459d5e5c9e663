import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { problem } from '#domain/problem.ts'
import { givenProduct, givenShow } from '#client/testing/sample-data.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { closeShop, openShop, soon, tokenOf } from '#client/testing/shop-rig.tsx'

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

const WANTED_SHOW = `/login?redirect=${encodeURIComponent('/event-show/7')}`

test('names the wanted show with its date, venue and price, and returns to it also after registering', async () => {
  const answers = { 'GET /eventshows/7': { ...givenShow, maxReservations: 20 }, 'POST /users': { id: 9 } }
  const { address, fill, press } = await openShop(WANTED_SHOW, { answers })
  const wanted = await screen.findByRole('region', { name: 'What you wanted to do' })
  await soon(() => expect(wanted.textContent).toContain(givenShow.event.title))
  for (const text of ['Wed 2099/07/01 19:30', givenShow.location.name, 'from '])
    expect(wanted.textContent).toContain(text)
  within(screen.getByRole('main')).getByRole('link', { name: 'Sign Up' }).click()
  await soon(() => expect(address()).toBe(WANTED_SHOW.replace('login', 'register')))
  await screen.findByRole('form', { name: 'Sign Up' })
  fill(/^First name/, 'Ada')
  fill(/^Last name/, 'King')
  fill(/^Email/, 'ada@foyer.example')
  fill(/^Password/, 'correct horse')
  fill(/^Confirm password/, 'correct horse')
  press('Sign Up')
  await soon(() => expect(address()).toBe(WANTED_SHOW))
})

test.each([
  ['', '16.50 €'],
  ['?quantity=2', '2 pieces, 33.00 €'],
  ['?quantity=2&usePoints=true', '2 pieces, 330 points'],
  ['?usePoints=true', '165 points'],
  ['?quantity=99', '16.50 €'],
])('names what the wanted product costs as chosen: %s', async (choice, cost) => {
  const answers = { 'GET /merchandise/products/3': givenProduct }
  await openShop(`/login?redirect=${encodeURIComponent(`/merchandise/3${choice}`)}`, { answers })
  const wanted = await screen.findByRole('region', { name: 'What you wanted to do' })
  await soon(() => expect(wanted.textContent?.replaceAll('\u00a0', ' ')).toContain(`Mug${cost}`))
})

test('names the wanted page of the shop', async () => {
  await openShop(`/login?redirect=${encodeURIComponent('/user-tickets')}`, {})
  expect(await screen.findByText('Log in to continue to: Your Tickets')).toBeTruthy()
})

test('reports a wrong password beside the form', async () => {
  const refused = refusalOf(problem('wrong_credentials'))
  const { fill, press } = await openShop('/login', { answers: { 'POST /authentication': refused } })
  const form = within(await screen.findByRole('form', { name: 'Login' }))
  fill(/^Email/, 'ada@foyer.example')
  fill(/^Password/, 'wrong horse')
  press('Login')
  expect(await form.findByText('Email or password is wrong.')).toBeTruthy()
})

test('reports beside the form that a reset link is on its way', async () => {
  const { fill, press } = await openShop('/forgot-password', { answers: { 'POST /password-resets': undefined } })
  const form = within(await screen.findByRole('form', { name: 'Forgot your Password?' }))
  fill(/^Email/, 'ada@foyer.example')
  press('Send Link')
  expect(await form.findByText(/^If ada@foyer\.example has an account, the link is on its way/)).toBeTruthy()
})

test('removes the toasts before a login, which no longer hold after it', async () => {
  const answers = { 'POST /authentication': () => new Response(`Bearer ${tokenOf('USER')}`) }
  const { fill, press } = await openShop('/user-tickets', { answers })
  await screen.findByText('Please log in!')
  fill(/^Email/, 'ada@foyer.example')
  fill(/^Password/, 'correct horse')
  press('Login')
  expect(await screen.findByRole('heading', { name: 'Your Tickets' })).toBeTruthy()
  // Sooner than the toast ends by itself.
  await waitFor(() => expect(screen.queryByText('Please log in!')).toBeNull(), { timeout: 2_000 })
})

test('forgets a requested reset link at a login', async () => {
  localStorage.setItem('requestedReset', JSON.stringify({ email: 'ada@foyer.example', until: Date.now() + 60_000 }))
  const answers = { 'POST /authentication': () => new Response(`Bearer ${tokenOf('USER')}`) }
  const { address, fill, press } = await openShop('/login', { answers })
  await screen.findByRole('form', { name: 'Login' })
  fill(/^Email/, 'ada@foyer.example')
  fill(/^Password/, 'correct horse')
  press('Login')
  await soon(() => expect(address()).toBe('/'))
  expect(localStorage.getItem('requestedReset')).toBeNull()
})

test('takes the typed address along to the form for a forgotten password', async () => {
  const { fill } = await openShop('/login', {})
  await screen.findByRole('form', { name: 'Login' })
  fill(/^Email/, 'ada@foyer.example')
  screen.getByRole('link', { name: 'Forgot your Password?' }).click()
  await screen.findByRole('form', { name: 'Forgot your Password?' })
  expect(screen.getByLabelText<HTMLInputElement>(/^Email/).value).toBe('ada@foyer.example')
})

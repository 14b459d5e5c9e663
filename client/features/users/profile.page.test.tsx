import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { problem } from '#domain/problem.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { closeShop, givenOwner, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

async function openProfile(answers: Record<string, unknown> = {}) {
  const shop = await openShop('/user-page', { role: 'USER', answers })
  await screen.findByRole('heading', { level: 1, name: 'Hello, Zofia!' })
  return shop
}

const save = (form: string) =>
  within(screen.getByRole('form', { name: form }))
    .getByRole('button', { name: 'Save Changes' })
    .click()

test('links to the tickets and to merchandise for points', async () => {
  await openProfile()
  const pathOf = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name }).pathname
  expect(pathOf('Show my Tickets')).toBe('/user-tickets')
  expect(pathOf('Redeem Points (120)')).toBe('/merchandise')
})

test('changes name, address and the wish for reminders', async () => {
  const changed = { id: 1, firstName: 'Ada', lastName: 'Nowak', email: 'a@b.example', address: 'Ring 2', points: 120 }
  const { fill, lastAsked } = await openProfile({ 'PATCH /users': changed })
  fill(/^First name/, 'Ada')
  fill(/^Address/, 'Ring 2')
  screen.getByRole('checkbox', { name: 'Remind me about my shows' }).click()
  save('Personal data')
  expect(await screen.findByText('Edit was successful.')).toBeTruthy()
  expect(lastAsked('PATCH /users')?.body).toEqual({
    firstName: 'Ada',
    lastName: 'Nowak',
    address: 'Ring 2',
    wantsReminders: false,
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Ada!' })).toBeTruthy()
})

test('changes a password with any old one', async () => {
  const { fill, lastAsked } = await openProfile({ 'PATCH /users/change-password': undefined })
  fill(/^Old password/, 'short')
  fill(/^New password/, 'correct horse')
  fill(/^Confirm new password/, 'correct horse')
  save('Change password')
  await soon(() =>
    expect(lastAsked('PATCH /users/change-password')?.body).toEqual({
      password: 'short',
      newPassword: 'correct horse',
    }),
  )
})

test('deletes an account after a confirmation and logs out', async () => {
  const shop = await openProfile({ 'DELETE /users': undefined })
  shop.press('Delete account')
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain(
    'Are you sure you want to delete your account? This is permanent and can not be undone!',
  )
  const answers = within(question)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(answers.filter(Boolean)).toEqual(['Cancel', 'Delete'])
  within(question).getByRole('button', { name: 'Delete' }).click()
  expect(await screen.findByText("Deleted your account (zofia@foyer.example). You're logged out.")).toBeTruthy()
  await soon(() => expect(shop.address()).toBe('/login'))
  expect(localStorage.getItem('authToken')).toBeNull()
})

test('asks for the password of an account before its deletion where the shop requires it', async () => {
  const shop = await openProfile({
    'GET /users/detail': { ...givenOwner, deletionNeedsPassword: true },
    'DELETE /users': ({ body }: { body: { password?: string } }) =>
      body.password === 'correct horse' ? undefined : refusalOf(problem('wrong_password')),
  })
  shop.press('Delete account')
  const form = within(await screen.findByRole('form', { name: 'Delete account' }))
  form.getByRole('button', { name: 'Delete' }).click()
  expect(await form.findByText('Value is required')).toBeTruthy()
  expect(shop.lastAsked('DELETE /users')).toBeUndefined()
  shop.fill(/^Your password/, 'wrong password')
  form.getByRole('button', { name: 'Delete' }).click()
  expect(await form.findByText('This password is wrong.')).toBeTruthy()
  shop.fill(/^Your password/, 'correct horse')
  form.getByRole('button', { name: 'Delete' }).click()
  expect(await screen.findByText("Deleted your account (zofia@foyer.example). You're logged out.")).toBeTruthy()
  await soon(() => expect(shop.address()).toBe('/login'))
})

import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { inMailTo } from './mails.ts'
import { download, logIn, newPerson, register, shopUrl } from './shop.ts'

test('resets a forgotten password by mail, changes it in the profile, and deletes the account', async ({ page }) => {
  const owner = newPerson()
  await register(page, owner)
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('link', { name: 'Forgot your Password?' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
  await expect(page.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', /\/login$/)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByText('A link to reset your password was sent to the email address!')).toBeVisible()

  await page.goto(shopUrl('password-reset'))
  await expect(page.getByText('Missing password reset token')).toBeVisible()
  await page.goto(shopUrl('password-reset?reset-token=00000000-0000-4000-8000-000000000000'))
  await expect(page.getByText('This password reset link is invalid or has expired.')).toBeVisible()
  await page.goto(shopUrl('password-reset'))
  await expect(page.getByText('Missing password reset token')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Password' })).toHaveCount(0)

  const path = new URL(await inMailTo(owner.email, /https?:\S*reset-token=[\w-]+/))
  await page.goto(shopUrl(`password-reset${path.search}`))
  const form = page.getByRole('form', { name: 'Set a new password' })
  await expect(page).toHaveURL(/\/password-reset$/)
  await expect(form).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/\/password-reset$/)
  await expect(form).toBeVisible()
  const second = 'another horse battery'
  await page.getByLabel(/^New password/).fill(second)
  await page.getByLabel(/^Confirm password/).fill(second)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Your password was changed successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(path.searchParams.get('reset-token'))
  await logIn(page, { ...owner, password: second })

  await page.getByRole('button', { name: 'My Profile' }).click()
  await page.getByRole('menuitem', { name: 'Account Details' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Zofia!')
  const data = page.getByRole('form', { name: 'Personal data' })
  await data.getByLabel('Address').fill('Ringstraße 1')
  await data.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Edit was successful.')).toBeVisible()

  const third = 'a third horse battery'
  const password = page.getByRole('form', { name: 'Change password' })
  await password.getByLabel(/^Old password/).fill(second)
  await password.getByLabel(/^New password/).fill(third)
  await password.getByLabel(/^Confirm new password/).fill(third)
  await password.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Your password was changed successfully!').last()).toBeVisible()

  const file = await download(page, 'Download my Data')
  expect(file.suggestedFilename()).toBe('my-data.json')
  const stored = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(stored).toMatchObject({ user: { email: owner.email, address: 'Ringstraße 1' }, sessions: [{}], invoices: [] })

  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Deleted your account (${owner.email}). You're logged out.`)).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel(/^Password/).fill(third)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('form').getByText('Email or password is wrong.')).toBeVisible()
})

import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { codeAt } from '#server/testing/authenticator-app.ts'
import { expectNoViolations } from './axe.ts'
import { withOwnShop } from './own-shop.ts'
import { download, enterAs, givenAccount, logIn, newPerson, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'
import { FULL } from './proving.ts'

const STEP_MS = 30_000
const WRONG = 'This code is wrong or was already used. Please enter the next one.'
const REQUIRED = 'Administrators and staff of this shop need a second factor. Please set it up in your profile.'

withOwnShop({ REQUIRE_SECOND_FACTOR: 'on', DELETE_NEEDS_PASSWORD: 'on', DEMO: '0' })

/** Returns the code that the app shows now, or some steps of 30 seconds later. */
const codeOf = (secret: string, steps = 0) => codeAt(secret, new Date(Date.now() + steps * STEP_MS))

/** Sets up a second factor on the open profile. Returns the secret of the app and the recovery codes. */
async function setUp(page: Page, password: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Second factor' })
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code with the key' })).toBeVisible()
  const secret = (await dialog.locator('pre').innerText()).replaceAll(' ', '')
  await expectNoViolations(page, 'the dialog with the QR code')
  await enterAppCode(dialog, codeOf(secret, 40))
  await expect(dialog).toContainText(WRONG)
  await enterAppCode(dialog, codeOf(secret))
  await expect(dialog.getByRole('heading', { name: 'Recovery codes' })).toBeFocused()
  await expectNoViolations(page, 'the recovery codes')
  const recoveryCodes = await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  const file = await download(page, 'Save as file')
  expect((await readFile(await file.path(), 'utf8')).trim().split('\n')).toEqual(recoveryCodes)
  await dialog.getByRole('button', { name: "I've saved them" }).click()
  await expect(dialog).toHaveCount(0)
  return { secret, recoveryCodes }
}

async function enterAppCode(dialog: Locator, code: string): Promise<void> {
  await dialog.getByLabel('Six-digit code from the app').fill(code)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
}

/** Enters email and password and waits for the second step of the login. */
async function enterPassword(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto(shopUrl('login'))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second step')
  await expect(page.getByLabel('Code')).toBeFocused()
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'My Profile' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
}

test(
  'leads an administrator to the required second factor, and asks for its codes at the login',
  { tag: FULL },
  async ({ page }) => {
    await page.goto(shopUrl('login'))
    await logIn(page, ADMIN)
    await page.goto(shopUrl('admin'))
    await expect(page.getByText(REQUIRED).first()).toBeVisible()
    await expect(page).toHaveURL(/\/user-page$/)
    await expect(
      page.getByText(/^Administrators and staff of this shop need a second factor\. Until you set it up/),
    ).toBeVisible()
    await expectNoViolations(page, 'the profile without the required second factor')
    const { secret, recoveryCodes } = await setUp(page, ADMIN.password)
    expect(recoveryCodes).toHaveLength(10)
    await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()
    await page.goto(shopUrl('admin'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Administration')
    await expect(page.getByRole('form', { name: 'Filter users' })).toBeVisible()
    await expect(page.getByText(REQUIRED)).toHaveCount(0)

    await logOut(page)
    await enterPassword(page, ADMIN)
    await expectNoViolations(page, 'the second step of the login')
    // Every code works once, also that of the setup.
    await enterCode(page, '000000')
    await expect(page.getByRole('main').getByText(WRONG)).toBeVisible()
    await enterCode(page, codeOf(secret, 1))
    await expect(page.getByRole('button', { name: 'My Profile' })).toBeVisible()

    await logOut(page)
    await enterPassword(page, ADMIN)
    const [recoveryCode = ''] = recoveryCodes
    await enterCode(page, recoveryCode)
    await expect(page.getByRole('button', { name: 'My Profile' })).toBeVisible()
    await page.goto(shopUrl('user-page'))
    await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible()
    await logOut(page)
    await enterPassword(page, ADMIN)
    await enterCode(page, recoveryCode)
    await expect(page.getByRole('main').getByText(WRONG)).toBeVisible()
    await page.getByRole('button', { name: 'Back to password' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  },
)

test(
  'renews recovery codes and turns the second factor off with password and code',
  { tag: FULL },
  async ({ page }) => {
    const zofia = await givenAccount(page.request)
    await enterAs(page.context(), zofia)
    await page.goto(shopUrl('user-page'))
    const { recoveryCodes } = await setUp(page, zofia.password)
    const [first = '', second = ''] = recoveryCodes

    await page.getByRole('button', { name: 'New recovery codes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Second factor' })
    await dialog.getByLabel('Your password').fill('not the password')
    await dialog.getByLabel('Code from the app, or a recovery code').fill(first)
    await dialog.getByRole('button', { name: 'New recovery codes' }).click()
    await expect(dialog).toContainText('This password is wrong.')
    await dialog.getByLabel('Your password').fill(zofia.password)
    await dialog.getByRole('button', { name: 'New recovery codes' }).click()
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    const renewed = await codes.allInnerTexts()
    expect(renewed).not.toContain(second)
    await dialog.getByRole('button', { name: "I've saved them" }).click()

    await page.getByRole('button', { name: 'Turn off' }).click()
    await dialog.getByLabel('Your password').fill(zofia.password)
    await dialog.getByLabel('Code from the app, or a recovery code').fill(second)
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await expect(dialog).toContainText(WRONG)
    await expectNoViolations(page, 'the dialog with a wrong code')
    await dialog.getByLabel('Code from the app, or a recovery code').fill(renewed[0] ?? '')
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('Your second factor is off. Logging in takes only your password.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
  },
)

test('ends the session of another browser', { tag: FULL }, async ({ page, browser }) => {
  const zofia = await givenAccount(page.request, newPerson())
  const elsewhere = await (await browser.newContext()).newPage()
  for (const browserPage of [elsewhere, page]) {
    await enterAs(browserPage.context(), zofia)
    await browserPage.goto(shopUrl('user-page'))
  }
  const sessions = page.getByRole('list', { name: 'Where you are logged in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1)
  await expectNoViolations(page, 'the sessions')
  await sessions.getByRole('button', { name: /^End the session of/ }).click()
  await expect(page.getByText('The session has ended.')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)

  await elsewhere.goto(shopUrl('user-tickets'))
  await expect(elsewhere.getByText('Please log in!')).toBeVisible()
  await expect(elsewhere).toHaveURL(/\/login\?redirect=/)
  await elsewhere.context().close()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Zofia!')
})

test('deletes an account with its password alone', async ({ page }) => {
  const zofia = await givenAccount(page.request)
  await enterAs(page.context(), zofia)
  await page.goto(shopUrl('user-page'))
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Are you sure you want to delete your account?')
  await dialog.getByLabel('Your password').fill('not the password')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText('This password is wrong.')
  await expectNoViolations(page, 'the dialog with a wrong password')
  await dialog.getByLabel('Your password').fill(zofia.password)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Deleted your account (${zofia.email}). You're logged out.`)).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

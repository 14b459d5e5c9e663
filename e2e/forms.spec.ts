import { expect, type Locator, type Page, test } from '@playwright/test'
import { png } from './pictures.ts'
import { FULL, isProving } from './proving.ts'
import { openSettled } from './settled-page.ts'
import { type Ask, askingAs, enterAs, givenAccount, logIn, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'

const press = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).click()

/** Expects a field's error for assistive technology. */
async function expectError(field: Locator, error: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(error))
}

test('shows an error on blur, never while typing, and removes it once fixed', async ({ page }) => {
  await page.goto(shopUrl('register'))
  const email = page.getByLabel('Email')
  await email.pressSequentially('zofia@')
  await expect(page.getByText('Value is not a valid email address')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expectError(email, 'Value is not a valid email address')
  await email.fill('zofia@foyer.example')
  await expect(page.getByText('Value is not a valid email address')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(email).not.toHaveAttribute('aria-invalid', 'true')

  await press(page, 'Sign Up')
  const first = page.getByLabel('First name')
  await expect(first).toBeFocused()
  await expectError(first, 'Value is required')
})

test('keeps the input when the server fails, and lets passwords be pasted and shown', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(shopUrl('register'))
  const typed = { 'First name': 'Zofia', 'Last name': 'Łukaszewska', Email: `zofia.${Date.now()}@foyer.example` }
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value)
  await page.evaluate(() => navigator.clipboard.writeText('correct horse battery'))
  const passwords = [page.getByLabel(/^Password/), page.getByLabel(/^Confirm password/)]
  for (const password of passwords) {
    await password.focus()
    await page.keyboard.press('Control+V')
    await expect(password).toHaveValue('correct horse battery')
    await expect(password).toHaveAttribute('type', 'password')
  }
  await page.getByRole('button', { name: 'Show the password' }).first().click()
  await expect(page.getByLabel(/^Password/)).toHaveAttribute('type', 'text')

  let answers = 0
  await page.route('**/api/v1/users', async (route) => {
    answers += 1
    if (answers > 1) return route.continue()
    return route.fulfill({ status: 503, body: 'The shop is very busy. Please try again in a moment.' })
  })
  await press(page, 'Sign Up')
  await expect(page.getByText('The shop is very busy.')).toBeVisible()
  for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value)
  for (const password of passwords) await expect(password).toHaveValue('correct horse battery')
  await press(page, 'Sign Up')
  await expect(page.getByText('Registration was successful. Please log in.')).toBeVisible()
})

test('keeps the focus after a failed login and sends it once', async ({ page }) => {
  const answers: (() => void)[] = []
  await page.route('**/api/v1/authentication', async (route) => {
    await new Promise<void>((answer) => answers.push(answer))
    await route.continue()
  })
  await page.goto(shopUrl('login'))
  await page.getByLabel('Email').fill('nobody@foyer.example')
  const password = page.getByLabel(/^Password/)
  await password.fill('correct horse battery')
  const button = page.getByRole('main').getByRole('button', { name: 'Login' })
  const expectOneAnswer = async (count: number) => {
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect.poll(() => answers.length).toBe(count)
    answers.at(-1)?.()
    await expect(button).toHaveAttribute('aria-busy', 'false')
    await expect(page.getByText('Email or password is wrong.').last()).toBeVisible()
    expect(answers).toHaveLength(count)
  }
  await button.dblclick()
  await expectOneAnswer(1)
  await expect(button).toBeFocused()

  await password.press('Enter')
  await password.press('Enter')
  await expectOneAnswer(2)
  await expect(password).toBeFocused()
})

const forms: Record<string, Record<string, Record<string, string>>> = {
  login: {
    Email: { autocomplete: 'username', inputmode: 'email', type: 'email' },
    Password: { autocomplete: 'current-password', type: 'password' },
  },
  register: {
    'First name': { autocomplete: 'given-name' },
    'Last name': { autocomplete: 'family-name' },
    Email: { autocomplete: 'username', inputmode: 'email' },
    Password: { autocomplete: 'new-password' },
    'Confirm password': { autocomplete: 'new-password' },
  },
  'forgot-password': { Email: { autocomplete: /email|username/.source, inputmode: 'email' } },
  'user-page': {
    'First name': { autocomplete: 'given-name' },
    'Last name': { autocomplete: 'family-name' },
    Address: { autocomplete: 'street-address' },
    'Old password': { autocomplete: 'current-password' },
    'New password': { autocomplete: 'new-password' },
  },
  'merchandise/create': { Price: { inputmode: 'decimal' }, Points: { inputmode: 'numeric' } },
  merchandise: { 'Minimum price': { inputmode: 'decimal' }, 'Minimum points': { inputmode: 'numeric' } },
  'search/event': { Days: { inputmode: 'numeric' }, Minutes: { inputmode: 'numeric' } },
  'search/event-show': { 'Minimum price': { inputmode: 'decimal' } },
  'event-show/create': { Price: { inputmode: 'decimal' } },
  'user/create': { Email: { inputmode: 'email', autocomplete: 'off' } },
  'news/create': {},
  'event/create': {},
  'admin/shows/300': { Price: { inputmode: 'decimal' } },
  'admin/shows/300/cancellation': {},
  'admin/artists/create': {},
  'admin/locations/create': {},
  'admin/seating-plans/upload': {},
  'admin/seating-plans/1': {},
  'admin/figures': {},
  'admin/bank-movements': {},
  'admin/payments/reconciliation': {},
  'admin/log': {},
}

test('labels every field above it and sets its autocomplete', { tag: FULL }, async ({ page, context }) => {
  // `npm test` opens the forms with fields listed above, and none of the others.
  const opened = Object.entries(forms).filter(([, fields]) => isProving || Object.keys(fields).length > 0)
  for (const [path, fields] of opened) {
    // The pages before are for visitors only.
    if (path === 'user-page') await enterAs(context, ADMIN)
    await openSettled(page, path)
    await expect(page.getByRole('main').locator('form, search').first(), path).toBeVisible()
    expect(await withoutLabelAbove(page), path).toEqual([])
    for (const [label, attributes] of Object.entries(fields)) {
      const field = page
        .getByRole('main')
        .getByLabel(new RegExp(`^${label}`))
        .first()
      for (const [name, value] of Object.entries(attributes))
        await expect(field, `${path}: ${label}`).toHaveAttribute(name, new RegExp(`^(${value})$`))
    }
  }
})

/** Returns the fields without a label above. */
function withoutLabelAbove(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const typed = 'input:not([type=checkbox], [type=radio], [type=file], [hidden]), textarea, select'
    const fields = [...document.querySelectorAll<HTMLInputElement>(`main :is(${typed})`)]
    return fields
      .filter((field) => field.getBoundingClientRect().width > 1)
      .filter((field) => {
        const label = field.labels?.[0]
        return !label || label.getBoundingClientRect().bottom > field.getBoundingClientRect().top + 1
      })
      .map(({ outerHTML }) => outerHTML)
  })
}

async function givenMugs(ask: Ask, quantity: number): Promise<void> {
  const { elements } = await ask('GET', 'merchandise/products?name=mug')
  const line = { merchandiseProductId: elements[0].id, quantity, usePoints: false }
  await ask('POST', 'merchandise/purchases', line)
}

test('keeps the order summary visible and orders once on a double click', async ({ page, context, request }) => {
  const customer = await givenAccount(request)
  const ask = await askingAs(request, customer)
  await givenMugs(ask, 2)
  await enterAs(context, customer)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(shopUrl('checkout'))
  const buy = page.getByRole('button', { name: /^Buy Selected/ })
  const bottom = () => buy.evaluate((button) => innerHeight - button.getBoundingClientRect().bottom)
  await expect(buy).toBeInViewport({ ratio: 1 })
  expect(await bottom()).toBeLessThan(40)
  await page.mouse.wheel(0, 200)
  await expect(buy).toBeInViewport({ ratio: 1 })
  expect(await bottom()).toBeLessThan(40)

  // A message never covers its button, at any scroll position.
  const choice = page.getByRole('checkbox', { name: /^Buy / })
  await choice.uncheck()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await buy.click()
  const message = page.getByRole('alert').filter({ hasText: 'Please select Tickets' })
  await expect(message).toBeInViewport({ ratio: 1 })
  const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? 0
  await expect.poll(async () => (await topOf(buy)) - (await topOf(message))).toBeGreaterThan(60)
  await choice.check()

  await page.setViewportSize({ width: 1280, height: 500 })
  await page.getByLabel('Address').fill('Ringstraße 1, 1010 Wien')
  await page.getByRole('radio', { name: 'Visa' }).check()
  await page.getByText('Demo shop:').scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50)
  await expect(page.getByRole('region', { name: 'Your order' })).toBeInViewport({ ratio: 1 })
  await buy.dblclick()
  await expect(page).toHaveURL(/\/invoice\/\d+$/)
  expect((await ask('GET', 'users/orders')).total).toBe(1)
})

/**
 * Presses "Create Merchandise" and ends the session by the API, like another device, before the server reads the call.
 * An earlier end could be noticed by any other call of the page.
 */
async function createWithEndedSession(page: Page): Promise<void> {
  await page.route(
    '**/api/v1/merchandise/products',
    async (route) => {
      const { authorization = '' } = route.request().headers()
      const reply = await page.request.delete(shopUrl('api/v1/authentication'), { headers: { authorization } })
      expect(reply.ok()).toBe(true)
      await route.continue()
    },
    { times: 1 },
  )
  await press(page, 'Create Merchandise')
}

test('restores a form after a reload and after a new login, for the same user only', async ({ page, request }) => {
  const maker = await givenAccount(request)
  await page.goto(shopUrl('merchandise/create'))
  await logIn(page, maker)
  await page.getByLabel('Name').fill('Opera glasses')
  await page.getByLabel('Description').fill('To see who else came.')
  await page.getByLabel('Price (€)').fill('49.90')
  await page.locator('input[type=file]').setInputFiles(png)
  await expect(page.getByText('Successfully uploaded image')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Opera glasses')
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
  await createWithEndedSession(page)
  await expect(page.getByText('Please log in!')).toBeVisible()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await logIn(page, maker)
  await expect(page).toHaveURL(/merchandise\/create$/)
  await expect(page.getByLabel('Name')).toHaveValue('Opera glasses')
  await expect(page.getByLabel('Price (€)')).toHaveValue('49.90')
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()

  await createWithEndedSession(page)
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await logIn(page, await givenAccount(request))
  await expect(page).toHaveURL(/merchandise\/create$/)
  await expect(page.getByLabel('Name')).toHaveValue('')
  await expect(page.getByRole('img', { name: 'Preview' })).toHaveCount(0)
})

import { expect, test } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { inMailTo } from './mails.ts'
import { png } from './pictures.ts'
import { chooseSeats, openSeatingPlan } from './purchase.ts'
import { withOwnShop } from './own-shop.ts'
import { enterAs, givenAccount, logIn, newPerson, register, shopUrl } from './shop.ts'
import { FULL } from './proving.ts'

withOwnShop({ VERIFY_EMAIL: 'on' })

const codeOf = async (email: string) => (await inMailTo(email, /Your code is \d{6}/)).slice(-6)

test('reserves the chosen seats after the code of the mail is entered', { tag: FULL }, async ({ page }) => {
  const zofia = newPerson()
  await register(page, zofia)
  await logIn(page, zofia)
  await openSeatingPlan(page, 6)
  await chooseSeats(page, 'Stalls, middle', 2)
  await page.getByRole('button', { name: 'Reserve Selected Tickets' }).first().click()

  const dialog = page.getByRole('dialog', { name: 'Confirm your email address' })
  await expect(dialog).toContainText(zofia.email)
  const code = dialog.getByLabel('Six-digit code')
  await expect(code).toBeFocused()
  await expectNoViolations(page, 'the dialog')

  const sent = await codeOf(zofia.email)
  await code.fill(sent === '000000' ? '000001' : '000000')
  await code.press('Enter')
  await expect(dialog).toContainText('This code is wrong. Please enter the code from the latest email.')

  // Closing the dialog keeps the seats, and the button asks again.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('complementary', { name: 'Your tickets' })).toContainText('2 tickets')
  await page.getByRole('button', { name: 'Reserve Selected Tickets' }).first().click()
  await code.fill(`${sent.slice(0, 3)} ${sent.slice(3)}`)
  await dialog.getByRole('button', { name: 'Confirm and Continue' }).click()

  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.getByRole('checkbox', { name: /Stalls, middle/ })).toHaveCount(2)
  await page.goto(shopUrl('user-page'))
  await expect(page.getByRole('heading', { name: 'Hello, Zofia!' })).toBeVisible()
  await expect(page.getByText('Please confirm your email address')).toHaveCount(0)
})

test(
  'creates a product after the link of the mail was opened in another browser',
  { tag: FULL },
  async ({ page, browser }) => {
    const zofia = await givenAccount(page.request)
    await enterAs(page.context(), zofia)
    await page.goto(shopUrl('user-page'))
    await expect(page.getByText(`Please confirm your email address ${zofia.email}.`)).toBeVisible()
    await expectNoViolations(page, 'the profile')
    await page.getByRole('button', { name: 'Resend email' }).click()
    await expect(page.getByText('Another email is on its way.')).toBeVisible()

    // The code of dialogs arrives after the refusal, as on a slow line.
    const refused = page.waitForResponse((answer) => answer.status() === 403)
    await page.route(/\/dialogs-[^/]+\.js$/, async (route) => {
      await refused
      await route.continue()
    })
    await page.goto(shopUrl('merchandise/create'))
    await page.getByLabel('Name').fill('Opera glasses')
    await page.getByLabel('Description').fill('For the gallery.')
    await page.getByLabel('Price (€)').fill('12.50')
    await page.getByLabel('Stock').fill('10')
    await page.locator('input[type=file]').setInputFiles(png)
    const dialog = page.getByRole('dialog', { name: 'Confirm your email address' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'I opened the link' }).click()
    await expect(dialog).toContainText("This address isn't confirmed yet.")

    const elsewhere = await (await browser.newContext()).newPage()
    const link = await inMailTo(zofia.email, /https?:\S*confirm-email\?token=[\w-]+/)
    await elsewhere.goto(shopUrl(`confirm-email${new URL(link).search}`))
    await expect(elsewhere).toHaveURL(/\/confirm-email$/)
    await expectNoViolations(elsewhere, 'the page of the link')
    await elsewhere.getByLabel(/^Password/).fill(zofia.password)
    await elsewhere.getByRole('button', { name: 'Confirm Address' }).click()
    await expect(elsewhere.getByText('Your email address is confirmed. You can log in now.')).toBeVisible()
    await elsewhere.context().close()

    await dialog.getByRole('button', { name: 'I opened the link' }).click()
    await expect(page.getByText('Successfully uploaded image')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Opera glasses')
    await expect(page.getByLabel('Description')).toHaveValue('For the gallery.')
  },
)

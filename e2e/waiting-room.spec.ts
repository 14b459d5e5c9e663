import { expect, type Page, test } from '@playwright/test'
import { chooseStanding, lastShowOf, payFor } from './purchase.ts'
import { askingAs, enterAs, givenAccount, logIn, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'
import { FULL } from './proving.ts'

/** Opens the page of a show as a new customer. */
async function comeTo(page: Page, showId: number): Promise<void> {
  await enterAs(page.context(), await givenAccount(page.request))
  await page.goto(shopUrl(`event-show/${showId}`))
}

test(
  'opens a waiting room at the desk, and sells to a customer who waited in it',
  { tag: FULL },
  async ({ page, browser }) => {
    const showId = await lastShowOf(page)
    await page.goto(shopUrl(`admin/shows/${showId}`))
    await logIn(page, ADMIN)
    const room = page.getByRole('region', { name: 'Waiting room' })
    await expect(room.getByText('Closed')).toBeVisible()
    await room.getByRole('button', { name: 'Change Waiting Room' }).click()
    await room.getByLabel('Customers wait in a line').selectOption('Always')
    await room.getByLabel('People a minute').fill('0')
    await room.getByRole('button', { name: 'Save Waiting Room' }).click()
    await expect(room.getByText('The minimum value allowed is 1')).toBeVisible()
    await room.getByLabel('People a minute').fill('600')
    await room.getByRole('button', { name: 'Save Waiting Room' }).click()
    await expect(page.getByText('Waiting room saved')).toBeVisible()
    await room.getByRole('button', { name: 'Pause Admission' }).click()
    await expect(room.getByText('Admission paused')).toBeVisible()

    const context = await browser.newContext()
    const customer = await context.newPage()
    await comeTo(customer, showId)
    const line = customer.getByRole('region', { name: 'You are in line' })
    await expect(line.getByText('You are next').first()).toBeVisible()
    await expect(line.getByText('Nobody is being let in at the moment.')).toBeVisible()
    await customer.reload()
    await expect(line.getByText('You are next').first()).toBeVisible()
    await expect(customer.getByRole('region', { name: 'Seating plan' })).toBeHidden()
    await expect(room.getByText('Waiting', { exact: true }).locator('xpath=following-sibling::dd')).toHaveText('1')

    await room.getByRole('button', { name: 'Resume Admission' }).click()
    await expect(customer.getByText(/^It is your turn\. Please reserve your tickets by \d\d:\d\d\.$/)).toBeVisible()
    await customer.getByText('List', { exact: true }).click()
    await chooseStanding(customer, 'Standing parterre', 1)
    await customer.getByRole('button', { name: 'Reserve Selected Tickets' }).first().click()
    await expect(customer).toHaveURL(/\/checkout$/)
    await payFor(customer)
    await context.close()

    await room.getByRole('button', { name: 'Pause Admission' }).click()
    await expect(room.getByText('Admission paused')).toBeVisible()
    const later = await browser.newContext()
    const next = await later.newPage()
    await comeTo(next, showId)
    await expect(next.getByRole('region', { name: 'You are in line' })).toBeVisible()
    await room.getByRole('button', { name: 'Change Waiting Room' }).click()
    await room.getByLabel('Customers wait in a line').selectOption('Never')
    await room.getByRole('button', { name: 'Save Waiting Room' }).click()
    await expect(next.getByRole('region', { name: 'Seating plan' })).toBeVisible()
    await later.close()
  },
)

test(
  'counts down to a sale, draws the order, and opens the plan by itself',
  { tag: FULL },
  async ({ page, request }) => {
    const showId = await lastShowOf(page, 'Tosca')
    const ask = await askingAs(request, ADMIN)
    const { version } = (await ask('GET', `admin/shows/${showId}`)) as { version: number }
    const saleStartsAt = new Date(Date.now() + 15_000).toISOString()
    await ask('PUT', `admin/shows/${showId}/publication`, { version, saleStartsAt })
    await comeTo(page, showId)
    const countdown = page.getByRole('region', { name: 'The sale has not started yet' })
    await expect(countdown.getByText(/^On sale from /)).toBeVisible()
    await expect(countdown.getByText('You are in the draw: 1 person is waiting')).toBeVisible()
    await page.reload()
    await expect(countdown).toBeVisible()
    await expect(page.getByRole('region', { name: 'Seating plan' })).toBeVisible()
  },
)

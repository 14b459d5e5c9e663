import { expect, type Page, test } from '@playwright/test'
import { inMailTo } from './mails.ts'
import { lastShowOf } from './purchase.ts'
import { askingAs, enterAs, givenAccount, logIn, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'
import { FULL } from './proving.ts'

test('copies an event at the desk, corrects the copy and deletes it', { tag: FULL }, async ({ page }) => {
  await page.goto(shopUrl('admin/events'))
  await logIn(page, ADMIN)
  await page.getByLabel('Search by title').fill('Hamlet')
  await page.getByRole('main').getByRole('link', { name: 'Hamlet', exact: true }).click()
  await page.getByRole('link', { name: 'Duplicate' }).click()
  const copy = page.getByRole('form', { name: 'Create Event' })
  await copy.getByLabel('Title').fill('Hamlet, abridgd')
  await copy.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByText('Event created successfully!')).toBeVisible()
  // The copy leads on to its first show.
  await expect(page.getByRole('group', { name: 'Event' }).getByText('Hamlet, abridgd')).toBeVisible()

  await page.goto(shopUrl('admin/events?title=abridgd'))
  await page.getByRole('link', { name: 'Hamlet, abridgd' }).click()
  const edit = page.getByRole('form', { name: 'Edit Event' })
  await edit.getByLabel('Title').fill('Hamlet, abridged')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByLabel('Search by title').fill('abridged')
  await page.getByRole('link', { name: 'Hamlet, abridged' }).click()
  await edit.getByRole('button', { name: 'Delete Event' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Event' }).click()
  await expect(page).toHaveURL(/admin\/events$/)
  await page.getByLabel('Search by title').fill('abridged')
  await expect(page.getByText('No matching events.')).toBeVisible()
})

test(
  'moves a sold show, offers refunds after it, and mails a calendar entry',
  { tag: FULL },
  async ({ page, browser, request }) => {
    const customer = await givenAccount(request)
    const ask = await askingAs(request, customer)
    const showId = await lastShowOf(page, 'Hamlet')
    const reserved = (await ask('POST', 'tickets/best-available', { eventShowId: showId, quantity: 1 })) as {
      elements: { id: number }[]
    }
    await ask('POST', 'orders', {
      userPaymentInfoDto: { firstName: 'Zofia', lastName: 'Guest', address: 'Ring 1' },
      paymentType: 'VISA',
      ticketIds: reserved.elements.map(({ id }) => id),
      merchandiseIds: [],
    })
    await page.goto(shopUrl(`admin/shows/${showId}`))
    await logIn(page, ADMIN)
    const edit = page.getByRole('form', { name: 'Edit Show' })
    await expect(edit.getByText('Offer refunds until (optional)')).toBeHidden()
    // So far ahead that no other show at the location is in the way.
    await chooseMonthsAhead(page, 'End', 6)
    await chooseMonthsAhead(page, 'Start', 6)
    await chooseMonthsAhead(page, 'Offer refunds until (optional)', 20)
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    const question = page.getByRole('dialog', { name: 'Tell the customers?' })
    await expect(question).toContainText('They can return the tickets that they have bought until')
    await question.getByRole('button', { name: 'Change and Send Emails' }).click()
    await expect(page.getByText('Show saved')).toBeVisible()

    await inMailTo(customer.email, /your tickets on your ticket page until[^]*even after the show[^]*SEQUENCE:2/)
    const own = await browser.newContext()
    await enterAs(own, customer)
    const tickets = await own.newPage()
    await tickets.goto(shopUrl('user-tickets'))
    await expect(tickets.getByRole('article')).toContainText('This show has changed. You can return the ticket until')
    await own.close()
  },
)

test('creates a series by typed days, and finds it in the log by its day', async ({ page }) => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await page.goto(shopUrl(`event-show/create?copy=${await lastShowOf(page, 'Hamlet')}`))
  await logIn(page, ADMIN)
  const form = page.getByRole('form', { name: 'Create Show' })
  await form.getByLabel('Name').first().fill('Matinee of a series')
  await form.getByRole('textbox', { name: 'Start' }).fill(`${inDays(330)} 11:00`)
  await form.getByRole('textbox', { name: 'End' }).fill(`${inDays(330)} 13:00`)
  await form.getByRole('button', { name: 'Create a Series' }).click()
  await form.getByLabel('Every … days').fill('7')
  await form.getByRole('textbox', { name: 'Last day' }).fill(inDays(344).split('-').toReversed().join('.'))
  await form.getByRole('button', { name: 'Create 3 Shows' }).click()
  await expect(page.getByText('3 shows created')).toBeVisible()

  await page.goto(shopUrl('admin/log'))
  await page.getByLabel('Search by name or administrator').fill('Matinee of a series')
  const entries = page.getByRole('article').filter({ hasText: 'Created show Matinee of a series' })
  await expect(entries).toHaveCount(3)
  await page.getByRole('textbox', { name: 'From' }).fill(inDays(2))
  await expect(page).toHaveURL(/firstDay=/)
  await expect(entries).toHaveCount(0)
})

/** Chooses the 15th of a later month in the calendar of a field. */
async function chooseMonthsAhead(page: Page, label: string, months: number): Promise<void> {
  await page.getByRole('button', { name: `${label}: calendar` }).click()
  const calendar = page.getByRole('dialog', { name: label })
  for (let month = 0; month < months; month += 1) await calendar.getByRole('button', { name: 'Next month' }).click()
  await calendar.getByRole('button', { name: /^15 / }).click()
  await calendar.getByRole('button', { name: 'Done' }).click()
  await expect(calendar).toBeHidden()
}

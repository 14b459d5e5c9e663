import { expect, test } from '@playwright/test'
import { logIn, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'

test('copies an event at the desk, corrects the copy and deletes it', async ({ page }) => {
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

import { expect, type Page, test } from '@playwright/test'
import { png } from './pictures.ts'
import { openSettled } from './settled-page.ts'
import { askingAs, enterAs, logIn, newPerson, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'
import { FULL } from './proving.ts'

/** Searches a choice table and selects the row with a name. */
async function choose(page: Page, label: string, filter: string, name: string): Promise<void> {
  const group = page.getByRole('group', { name: label })
  await group.getByLabel(filter).fill(name)
  await expect(group.getByText('1 result')).toBeVisible()
  await group.getByRole('button', { name: `Choose ${name}` }).click()
  await expect(group.getByText(name).first()).toBeVisible()
  await expect(group.getByRole('button', { name: `Change ${label}` })).toBeFocused()
}

/** Types a day and a time into the calendar of a field. */
async function setTime(
  page: Page,
  label: string,
  day: number,
  [hours, minutes]: readonly [string, string],
): Promise<void> {
  await page.getByRole('button', { name: `${label}: calendar` }).click()
  const calendar = page.getByRole('dialog', { name: label })
  await calendar.getByRole('button', { name: 'Next month' }).click()
  await calendar.getByRole('button', { name: new RegExp(`^${day} `) }).click()
  await calendar.getByLabel('Hours').fill(hours)
  await calendar.getByLabel('Minutes').fill(minutes)
  await calendar.getByRole('button', { name: 'Done' }).click()
  await expect(calendar).toBeHidden()
}

test('creates, locks, unlocks and deletes a user and sends a reset link', { tag: FULL }, async ({ page, browser }) => {
  const guest = newPerson('Ångström')
  await page.goto(shopUrl('admin'))
  await expect(page.getByText('You are not logged in as an admin!')).toBeVisible()
  await logIn(page, ADMIN)
  await page.getByRole('link', { name: 'Create User' }).click()
  await page.getByLabel('First name').fill(guest.firstName)
  await page.getByLabel('Last name').fill(guest.lastName)
  await page.getByLabel('Email').fill(guest.email)
  await page.getByLabel(/^Password/).fill(guest.password)
  await page.getByLabel(/^Confirm password/).fill('something else')
  await page.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByText('User not created - please check your inputs')).toBeVisible()
  await expect(page.getByText('The value must be equal to the other value')).toBeVisible()
  await page.getByLabel(/^Confirm password/).fill(guest.password)
  await page.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByText('Successfully created User')).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)

  await page.getByLabel('Email').fill(guest.email)
  const users = page.getByRole('list', { name: 'Users' })
  await expect(users.getByRole('listitem')).toHaveCount(1)
  await expect(users).toContainText('Zofia Ångström')
  await page.getByRole('button', { name: `Lock ${guest.email}` }).click()
  await expect(page.getByText(`User (Email: ${guest.email}) locked successfully`)).toBeVisible()
  const locked = await browser.newPage()
  await locked.goto(shopUrl('login'))
  await locked.getByLabel('Email').fill(guest.email)
  await locked.getByLabel(/^Password/).fill(guest.password)
  await locked.getByRole('main').getByRole('button', { name: 'Login' }).click()
  const form = locked.getByRole('form', { name: 'Login' })
  await expect(form.getByText('Your account is locked. Please contact the shop.')).toBeVisible()

  await page.getByRole('button', { name: `Unlock ${guest.email}` }).click()
  await expect(page.getByText(`User (Email: ${guest.email}) unlocked successfully`)).toBeVisible()
  await locked.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(locked.getByRole('button', { name: 'My Profile' })).toBeVisible()
  await locked.close()

  await page.getByRole('button', { name: `Reset Password ${guest.email}` }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Are you sure you want to reset the password of this user?')
  await question.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('An email with a reset link has been sent to this user.')).toBeVisible()

  await page.getByRole('button', { name: `Delete ${guest.email}` }).click()
  await expect(question).toContainText('Are you sure you want to delete this user?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: `Delete ${guest.email}` }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No user found')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeFocused()
})

test('omits the current administrator from the list of users', async ({ page, context }) => {
  await enterAs(context, ADMIN)
  await page.goto(shopUrl('admin'))
  await page.getByLabel('Email').fill(ADMIN.email)
  await expect(page.getByText('No user found')).toBeVisible()
})

test('creates an event, a show in the time zone of its venue, and news about it', async ({ page, context }) => {
  const title = `The Cherry Orchard ${Date.now()}`
  await enterAs(context, ADMIN)
  await page.goto(shopUrl('event/create'))
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByText('Event not created - please check your inputs.')).toBeVisible()
  await expect(page.getByText('Value is required')).toHaveCount(3)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Type').selectOption('Theatre')
  await page.getByLabel('Description').fill('A house is sold.')
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByText('Event created successfully!')).toBeVisible()

  // The event leads on to its first show, and is chosen already.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Show')
  await expect(page.getByRole('group', { name: 'Event' }).getByText(title)).toBeVisible()
  await page.getByLabel(/^Name/).first().fill('Premiere')
  await page.getByLabel('Price (€)').fill('38.5')
  await choose(page, 'Artist', 'Stage name', 'BC Kormoran')
  await choose(page, 'Location', 'Location name', 'Tallow Wharf Hall')
  await choose(page, 'Seating plan', 'Plan name', 'Tallow Wharf Hall')
  await expect(page.getByText("Venue's local time (Europe/London)")).toHaveCount(2)
  await setTime(page, 'Start', 12, ['19', '30'])
  await setTime(page, 'End', 12, ['18', '00'])
  await page.getByRole('button', { name: 'Create Show' }).click()
  await expect(page.getByText('Show not created - please check your inputs.')).toBeVisible()
  await expect(page.getByText('End date must be after start date')).toBeVisible()
  await setTime(page, 'End', 12, ['22', '00'])
  await page.getByRole('button', { name: 'Create Show' }).click()
  // The calendar went on to the next month, so the show lasts for weeks. The form asks whether this is intended.
  await expect(page.getByText(/12 19:30 lasts longer than 8 hours/)).toBeVisible()
  await page.getByRole('button', { name: 'Yes, Create' }).click()
  await expect(page.getByText('Show created successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const shows = page.getByRole('list', { name: 'Shows' })
  await expect(shows.getByText(/\d{4}\/\d{2}\/12 19:30/)).toBeVisible()
  // The gallery of this venue costs 45 percent.
  await expect(shows.getByText('from 17.32 €')).toBeVisible()

  await page.goto(shopUrl('news/create'))
  await page.getByRole('button', { name: 'Create News' }).click()
  await expect(page.getByText('News article not created - please check your inputs.')).toBeVisible()
  await expect(page.getByText('Image is required')).toBeVisible()
  await page.getByLabel(/^Title/).fill('It is sold')
  await page.getByLabel('Summary').fill('To whom?')
  await page.getByLabel(/^Text/).fill('Line one.\n<b>Line two.</b>')
  await choose(page, 'Event', 'Event title', title)
  await page.locator('input[type=file]').setInputFiles(png)
  await expect(page.getByText('Successfully uploaded image')).toBeVisible()
  await page.getByRole('button', { name: 'Create News' }).click()
  await expect(page.getByText('News created')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('It is sold')
  await expect(page.getByText('<b>Line two.</b>')).toBeVisible()
  await page.getByRole('link', { name: `View Shows of ${title}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('shows a long title whole where an event has no picture', async ({ page, request }) => {
  const title = `The Most Excellent and Lamentable Tragedy of Romeo and Juliet, played on a Thursday ${Date.now()}`
  const long = `${title}, with an introduction by the dramaturge, two intervals, and a Supercalifragilisticexpialidocious encore`
  const admin = await askingAs(request, ADMIN)
  const event = await admin('POST', 'events', { title: long, type: 'THEATRE', description: 'A play.' })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of [`event/${event.id}/event-shows`, `search/event?title=${encodeURIComponent(title)}`]) {
      await openSettled(page, path)
      const poster = page.getByRole('main').locator('[style*="aspect-ratio"]', { hasText: title })
      const [frame, words] = await Promise.all([poster.boundingBox(), poster.locator('span').boundingBox()])
      expect(words?.y, `${path} at ${width}`).toBeGreaterThanOrEqual(frame?.y ?? Infinity)
      expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0))
    }
  }
})

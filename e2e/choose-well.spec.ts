import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { lastShowOf } from './purchase.ts'
import { enterAs, newPerson, shopUrl } from './shop.ts'
import { casesOf, FULL } from './proving.ts'

const KEYS_TO_BUY = 12

/** Logs in as a new customer with an address. */
async function enterAsNewCustomer(page: Page): Promise<void> {
  const person = newPerson('Kosmač')
  await page.request.post(shopUrl('api/v1/users'), { data: person })
  await enterAs(page.context(), person)
  const login = await page.request.post(shopUrl('api/v1/authentication'), { data: person })
  await page.request.patch(shopUrl('api/v1/users'), {
    headers: { authorization: await login.text() },
    data: { firstName: person.firstName, lastName: person.lastName, address: 'Ringstraße 1, 1010 Wien' },
  })
}

const tickets = (page: Page) => page.getByRole('complementary', { name: 'Your tickets' })

test(`buys the two best seats with ${KEYS_TO_BUY} keys`, async ({ page }) => {
  await enterAsNewCustomer(page)
  await page.goto(shopUrl(`event-show/${await lastShowOf(page, 'The Magic Flute')}`))
  await expect(page.getByRole('button', { name: 'Best available' })).toBeVisible()
  await expect(tickets(page)).toContainText('The seating plan has loaded.')

  let pressed = 0
  const press = async (key: string) => {
    pressed += 1
    await page.keyboard.press(key)
  }
  await press('Tab')
  await press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  for (let link = 0; link < 3; link += 1) await press('Tab')
  await press('b')
  await expect(tickets(page)).toContainText('2 tickets')
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeFocused()
  await expect(page.getByRole('checkbox').first()).toBeChecked()
  await press('Tab')
  await press('Tab')
  await expect(page.getByRole('checkbox').first()).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('radio', { name: 'Visa' })).toBeFocused()
  await press('Space')
  await press('Enter')
  await expect(page.getByText('Your purchase was successful!').last()).toBeVisible()
  await expect(page).toHaveURL(/\/invoice\/\d+$/)
  expect(pressed).toBeLessThanOrEqual(KEYS_TO_BUY)
})

test('finds and selects the next free seat by buttons and keys, on the map and in the list', async ({ page }) => {
  await enterAsNewCustomer(page)
  await page.goto(shopUrl(`event-show/${await lastShowOf(page, 'The Magic Flute')}`))
  await page.getByRole('button', { name: 'Next free seat' }).click()
  await expect(page.getByRole('button', { name: /^Select .+, seat \d+, \d+\.\d\d €$/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: /^Select / })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tickets(page)).toContainText('2 tickets')

  await page.getByText('List', { exact: true }).click()
  await page.getByRole('button', { name: 'Best available' }).click()
  await expect(page.getByRole('gridcell', { name: /, selected$/ }).first()).toBeFocused()
  await page.keyboard.press('f')
  await page.keyboard.press(' ')
  await expect(tickets(page)).toContainText('3 tickets')
})

/** Tells whether an element is in the window and uncovered. */
async function isSeen(element: Locator): Promise<boolean> {
  await expect(element).toBeInViewport({ ratio: 1 })
  return element.evaluate((drawn) => {
    const { left, right, top, bottom } = drawn.getBoundingClientRect()
    return [top + 2, bottom - 2].every((y) => drawn.contains(document.elementFromPoint((left + right) / 2, y)))
  })
}

const phone = { width: 360, height: 640 }

for (const window of casesOf({ gate: [phone], all: [phone, { width: 1280, height: 720 }] })) {
  test(`keeps the way back from found seats visible beside them in a list of ${window.width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize(window)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enterAsNewCustomer(page)
    await page.goto(shopUrl(`event-show/${await lastShowOf(page, 'The Magic Flute')}`))
    await page.getByText('List', { exact: true }).click()
    await page.getByRole('button', { name: /^Standing parterre / }).click()
    await page.keyboard.press('1')
    await page.getByRole('button', { name: 'Best available' }).click()

    const undo = page.getByRole('button', { name: 'Undo' })
    const focused = page.locator('td:focus')
    await expect(page.getByText('Your previous selection was replaced.')).toBeInViewport({ ratio: 1 })
    for (const key of ['Home', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'End', 'ArrowDown']) {
      expect([await isSeen(undo), await isSeen(focused)], `before ${key}`).toEqual([true, true])
      await page.keyboard.press(key)
    }
    await undo.click()
    await expect(tickets(page)).toContainText('1 ticket')
    await expect(undo).toBeHidden()
  })
}

test('shows one reserve button on a phone for many tickets of one place', { tag: FULL }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enterAsNewCustomer(page)
  await page.goto(shopUrl(`event-show/${await lastShowOf(page, 'The Magic Flute')}`))
  await page.getByText('List', { exact: true }).click()
  await page.getByRole('button', { name: /^Standing parterre / }).click()
  await page.keyboard.press('9')
  await page.getByRole('button', { name: 'Show tickets' }).click()
  const panel = tickets(page)
  await panel.getByRole('button', { name: 'One more ticket for Standing parterre' }).click()
  await expect(panel).toContainText('10 tickets')
  await expect(panel.getByRole('button', { name: 'Reserve Selected Tickets' })).toHaveCount(1)
})

test('filters map and list by one price', { tag: FULL }, async ({ page }) => {
  await enterAsNewCustomer(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(shopUrl(`event-show/${await lastShowOf(page, 'The Magic Flute')}`))
  const prices = page.getByRole('list', { name: 'Show places by price' }).getByRole('button')
  await prices.last().click()
  await expect(prices.last()).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Best available' }).click()
  await expect(tickets(page)).toContainText('2 tickets')
  await expectNoViolations(page, 'a map of one price')
  await page.getByText('List', { exact: true }).click()
  const sectors = page.getByRole('list', { name: 'Sectors' }).getByRole('button')
  await expect(sectors.first()).toBeVisible()
  const few = await sectors.count()
  await prices.last().click()
  await expect(prices.last()).toHaveAttribute('aria-pressed', 'false')
  expect(await sectors.count()).toBeGreaterThan(few)
  await expectNoViolations(page, 'a list of all prices')
})

test('shows the focused price completely in a narrow window', { tag: FULL }, async ({ page }) => {
  await enterAsNewCustomer(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(shopUrl(`event-show/${await lastShowOf(page, 'The Magic Flute')}`))
  const prices = page.getByRole('list', { name: 'Show places by price' }).getByRole('button')
  await expect(prices.first()).toBeVisible()
  const count = await prices.count()
  const isSeenWhole = async (at: number) => {
    await expect(prices.nth(at)).toBeFocused()
    await expect(prices.nth(at)).toBeInViewport({ ratio: 1 })
  }
  await prices.first().focus()
  for (let at = 1; at < count; at += 1) {
    await page.keyboard.press('Tab')
    await isSeenWhole(at)
  }
  for (let at = count - 2; at >= 0; at -= 1) {
    await page.keyboard.press('Shift+Tab')
    await isSeenWhole(at)
  }
})

test(
  "disables the map's buttons at the limits of zooming without losing the focus",
  { tag: FULL },
  async ({ page }) => {
    await enterAsNewCustomer(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(shopUrl(`event-show/${await lastShowOf(page, 'The Magic Flute')}`))
    const [closer, farther] = ['Zoom in', 'Zoom out'].map((name) => page.getByRole('button', { name })) as [
      Locator,
      Locator,
    ]
    await expect(page.locator('[aria-label="Seating plan"][aria-busy=false]')).toBeVisible()
    await expect(farther).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Show the whole plan' })).toBeDisabled()
    await closer.focus()
    await expect(async () => {
      await page.keyboard.press('Enter')
      await expect(closer).toBeDisabled({ timeout: 100 })
    }).toPass()
    await expect(closer).toBeFocused()
    await expect(farther).toBeEnabled()
    await page.getByRole('button', { name: 'Show the whole plan' }).click()
    await expect(closer).toBeEnabled()
    await expect(farther).toBeDisabled()
  },
)

test('breaks long rows of the list into lines of similar length', { tag: FULL }, async ({ page }) => {
  await enterAsNewCustomer(page)
  await page.goto(shopUrl(`event-show/${await lastShowOf(page, 'The Magic Flute')}`))
  await page.getByText('List', { exact: true }).click()
  await page.getByRole('button', { name: /^Stalls, front / }).click()
  for (const width of [1280, 1100, 700, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const lines = await page.getByRole('row').evaluateAll((rows) =>
      rows.map((row) => {
        const tops = [...row.querySelectorAll('td')].map((seat) => Math.round(seat.getBoundingClientRect().top))
        return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length)
      }),
    )
    for (const seats of lines)
      expect(Math.min(...seats) / Math.max(...seats), `${width}: ${seats}`).toBeGreaterThan(0.7)
  }
})

test('shows the check mark of a chosen wheelchair place below its number', async ({ page }) => {
  await enterAsNewCustomer(page)
  await page.goto(shopUrl(`event-show/${await lastShowOf(page)}`))
  await page.getByText('List', { exact: true }).click()
  await page.getByRole('button', { name: /^Stalls, rear / }).click()
  const seat = page.getByRole('gridcell', { name: /wheelchair place.+, free$/ }).first()
  const number = await seat.innerText()
  await seat.click()
  const chosen = page.getByRole('gridcell', { name: /wheelchair place.+, selected$/ }).first()
  await expect(chosen).toHaveText(number)
  // The mark is drawn around the middle of its row, which must not be at the edge of the number.
  const rows = await chosen.evaluate((cell) =>
    getComputedStyle(cell).gridTemplateRows.split(' ').map(Number.parseFloat),
  )
  expect(rows.at(-1)).toBeGreaterThanOrEqual(8)
})

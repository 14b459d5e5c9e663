import { expect, type Page } from '@playwright/test'
import { shopUrl } from './shop.ts'

export const OPERA = 'The Magic Flute'

type Show = { id: number; event: { title: string } }

/** Lists the upcoming shows of an event by time. */
async function showsOf(page: Page, title: string): Promise<Show[]> {
  const reply = await page.request.get(shopUrl('api/v1/eventshows'), { params: { eventName: title, pageSize: 100 } })
  const { elements } = (await reply.json()) as { elements: Show[] }
  return elements.filter((show) => show.event.title === title)
}

/** Returns the id of the last upcoming show of an event. */
export async function lastShowOf(page: Page, title = OPERA): Promise<number> {
  const last = (await showsOf(page, title)).at(-1)
  if (!last) throw new Error(`no show of ${title}`)
  return last.id
}

/** Opens the list of places of an upcoming opera show by its address. */
export async function openSeatList(page: Page, evening: number): Promise<void> {
  const shows = await showsOf(page, OPERA)
  await page.goto(shopUrl(`event-show/${shows[evening]?.id}`))
  await expect(page.getByRole('heading', { level: 1, name: OPERA })).toBeVisible()
  await page.getByText('List', { exact: true }).click()
}

/** Goes from the search to the seating plan of an upcoming opera show. */
export async function openSeatingPlan(page: Page, evening: number): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
  await page.getByLabel('Title').fill('magic FLUTE')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/title=magic/)
  // The rows of the previous search stay until the new ones arrive; a click while they
  // are replaced would be lost.
  await expect(page.getByRole('list', { name: 'Events' })).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('link', { name: OPERA }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(OPERA)
  await page.locator('a[href*="/event-show/"]').nth(evening).click()
  await expect(page.getByRole('heading', { level: 1, name: OPERA })).toBeVisible()
  await page.getByText('List', { exact: true }).click()
}

/** Selects the first free seats of a sector in the list and returns their names. */
export async function chooseSeats(page: Page, sector: string, count: number): Promise<string[]> {
  await page.getByRole('button', { name: new RegExp(`^${sector} `) }).click()
  const free = page.getByRole('gridcell', { name: /, free$/ })
  const names: string[] = []
  for (let index = 0; index < count; index += 1) {
    const seat = free.first()
    names.push((await seat.getAttribute('aria-label')) ?? (await seat.innerText()))
    await seat.click()
  }
  await page.getByRole('button', { name: 'All sectors' }).click()
  return names
}

export async function chooseStanding(page: Page, sector: string, count: number): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${sector} `) }).click()
  const field = page.getByRole('spinbutton', { name: 'Standing tickets' })
  await field.fill(String(count))
  await field.press('Tab')
  await page.getByRole('button', { name: 'All sectors' }).click()
}

export async function payFor(page: Page): Promise<void> {
  await page.getByLabel('Address').fill('Ringstraße 1, 1010 Wien')
  await page.getByRole('radio', { name: 'Visa' }).check()
  await page
    .getByRole('button', { name: /^Buy Selected/ })
    .first()
    .click()
  await expect(page.getByText('Your purchase was successful!').last()).toBeVisible()
  await expect(page).toHaveURL(/\/invoice\/\d+$/)
}

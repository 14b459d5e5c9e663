import { expect, type Page, test } from '@playwright/test'
import { enterAs, newPerson, shopUrl } from './shop.ts'

type Fetched = { version: string | null; bytes: number }

/** The seating plans that the page has fetched so far: under which version, and how many bytes came over the line. */
function fetchedPlans(page: Page): Promise<Fetched[]> {
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes('/seatingplans/event-show/'))
      .map(({ name, transferSize }) => ({ version: new URL(name).searchParams.get('version'), bytes: transferSize })),
  )
}

test('a seating plan comes over the line once: whoever comes back has it', async ({ page }) => {
  const person = newPerson('Kosmač')
  await page.request.post(shopUrl('api/v1/users'), { data: person })
  const events = await (await page.request.get(shopUrl('api/v1/events?title=The Magic Flute'))).json()
  await enterAs(page.context(), person)
  const mapIsThere = () => expect(page.locator('[aria-label="Seating plan"][aria-busy=false]')).toBeVisible()

  await page.goto(shopUrl(`event/${events.elements[0].id}/event-shows`))
  await page.getByRole('main').getByRole('list').getByRole('link').first().click()
  await mapIsThere()
  const first = await fetchedPlans(page)
  expect(first).toEqual([{ version: expect.stringMatching(/.{8,}/), bytes: expect.any(Number) }])
  expect(first[0]?.bytes).toBeGreaterThan(1_000)

  for (const comeBack of [() => page.reload(), () => page.goto(page.url())]) {
    await comeBack()
    await mapIsThere()
    expect(await fetchedPlans(page)).toEqual([{ version: first[0]?.version, bytes: 0 }])
  }
})

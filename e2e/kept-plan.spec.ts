import { FULL } from './proving.ts'
import { expect, type Page, test } from '@playwright/test'
import { enterAs, newPerson, shopUrl } from './shop.ts'

type Fetched = { version: string | null; bytes: number }

/** Lists the seating plans that the page has fetched, with version and transferred bytes. */
function fetchedPlans(page: Page): Promise<Fetched[]> {
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes('/seatingplans/event-show/'))
      .map(({ name, transferSize }) => ({ version: new URL(name).searchParams.get('version'), bytes: transferSize })),
  )
}

test(
  'transfers a seating plan once per browser, also for other shows of the venue',
  { tag: FULL },
  async ({ page }) => {
    const person = newPerson('Kosmač')
    await page.request.post(shopUrl('api/v1/users'), { data: person })
    const events = await (await page.request.get(shopUrl('api/v1/events?title=The Magic Flute'))).json()
    await enterAs(page.context(), person)
    const mapIsThere = () => expect(page.locator('[aria-label="Seating plan"][aria-busy=false]')).toBeVisible()

    const version = expect.stringMatching(/.{8,}/)
    await page.goto(shopUrl(`event/${events.elements[0].id}/event-shows`))
    const shows = page
      .getByRole('main')
      .getByRole('list')
      .getByRole('link', { name: /^\w{3} 20/ })
    await shows.nth(1).click()
    await mapIsThere()
    const fetched = await fetchedPlans(page)
    expect(fetched).toEqual([{ version, bytes: expect.any(Number) }])
    expect(fetched[0]?.bytes).toBeGreaterThan(1_000)

    await page.goBack()
    await shows.first().click()
    await mapIsThere()
    expect(await fetchedPlans(page)).toEqual(fetched)

    await page.goBack()
    await shows.nth(1).click()
    for (const comeBack of [() => page.reload(), () => page.goto(page.url())]) {
      await comeBack()
      await mapIsThere()
      expect(await fetchedPlans(page)).toEqual([{ version: fetched[0]?.version, bytes: 0 }])
    }
  },
)

import { expect, type Page, test } from '@playwright/test'
import { scrollSideways } from './horizontal-overflow.ts'
import { FULL } from './proving.ts'
import { openSettled } from './settled-page.ts'
import { enterAs, givenAccount, shopUrl } from './shop.ts'

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const NAMES = new Set(['name', 'title', 'firstName', 'lastName', 'stageName', 'address', 'city', 'country'])

const PATHS = [
  '',
  'event/22/event-shows',
  'search/artist',
  'search/event-show',
  'location/5/event-shows',
  'event-show/300',
]

/** Appends a long word to every name in a reply. */
function lengthen(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return NAMES.has(key) && value ? `${value} ${LONG_WORD}` : value
  if (Array.isArray(value)) return value.map((each) => lengthen(each))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, lengthen(each, name)]))
}

/** Opens a page from within the shop, so that it calls the API. */
async function openFromInside(page: Page, path: string): Promise<void> {
  await openSettled(page, 'no/such/page')
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, shopUrl(path))
}

test('breaks long words instead of scrolling sideways on a phone', { tag: FULL }, async ({ page, request }) => {
  await enterAs(page.context(), await givenAccount(request))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.route(/\/api\/v1\/(events|eventshows|artists|location)\b/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: lengthen(await response.json()) })
  })
  for (const path of PATHS) {
    await openFromInside(page, path)
    await expect(page.getByRole('main').getByText(LONG_WORD).first(), path).toBeVisible()
    expect.soft(await scrollSideways(page), `${path} scrolls sideways`).toBe(0)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('fits a phone of 320 pixels with the text spacing of WCAG 1.4.12', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of PATHS.filter((each) => !each.startsWith('event-show/'))) {
    await openSettled(page, path)
    await page.evaluate(() => {
      const spaced = new CSSStyleSheet()
      spaced.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
      document.adoptedStyleSheets.push(spaced)
    })
    expect.soft(await scrollSideways(page), `${path} scrolls sideways`).toBe(0)
  }
})

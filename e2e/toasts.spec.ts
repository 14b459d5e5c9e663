import { expect, type Page, test } from '@playwright/test'
import { FULL } from './proving.ts'
import { lastShowOf } from './purchase.ts'
import { enterAs, givenAccount, shopUrl } from './shop.ts'

const NOTHING_CHOSEN = 'Please select Tickets'
const UNREACHABLE = "We can't reach the shop."
const BUSY = 'The shop is very busy. Please try again in a moment.'
const STILL_BUSY = 'The shop is still very busy. Please try again in a few moments.'

const NAVIGATION = 'header :is(a, button)'
/** Elements that toasts never cover; on wide screens also the links of the navigation. */
const ALWAYS = `${NAVIGATION}, main :is(h1, h2, h3), [aria-labelledby="your-tickets"] button`
const WHERE_WIDE = `${NAVIGATION}, main :is(h1, h2, h3, a, button)`

type Expected = { readonly message: string; readonly count?: number }

/** Extends the lifetimes of toasts, so that all of them are still there to be measured on a slow machine. */
const extendLifetimes = (page: Page) =>
  page.addInitScript(() => {
    const start = window.setTimeout.bind(window)
    const extended = (run: () => void, delay = 0) => start(run, delay < 5_000 ? delay : 10 * delay)
    window.setTimeout = extended as typeof window.setTimeout
  })

/** Returns the parts covered by visible toasts. */
async function coveredBy(page: Page, { message, count = 1 }: Expected, parts: string): Promise<string[]> {
  const toasts = page.getByRole('alert')
  await expect(toasts.filter({ hasText: message })).toBeInViewport({ ratio: 1 })
  const all = page.locator('[role="alert"]')
  await expect(all).toHaveCount(count)
  return all.evaluateAll((elements, selector) => {
    const boxes = elements.map((element) => element.getBoundingClientRect())
    // Elements scrolled below the navigation are invisible.
    const navigation = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const words = document.createRange()
    // Measures the text of a heading, because its box is as wide as the page.
    const boxesOf = (part: Element) => {
      words.selectNodeContents(part)
      return part.matches('button') ? [part.getBoundingClientRect()] : [...words.getClientRects()]
    }
    const isCovered = (part: Element) => {
      const highest = part.closest('header') ? 0 : navigation
      return boxesOf(part).some(({ left, right, top, bottom }) =>
        boxes.some(
          (box) =>
            left < box.right && right > box.left && Math.max(top, box.top, highest) < Math.min(bottom, box.bottom),
        ),
      )
    }
    return [...document.querySelectorAll(selector)]
      .filter(isCovered)
      .map((part) => part.textContent || (part.getAttribute('aria-label') ?? part.outerHTML))
  }, parts)
}

/** Opens the list of a show's places and waits for its rows: before, a press on "Reserve" is answered differently. */
async function openSeatList(page: Page): Promise<void> {
  await page.goto(shopUrl(`event-show/${await lastShowOf(page)}`))
  await page.getByText('List', { exact: true }).click()
  await expect(page.getByRole('list', { name: 'Sectors' })).toBeVisible()
}

const scrollToTop = (page: Page) => page.evaluate(() => scrollTo(0, 0))
const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight))

/** Phones, the narrowest window with links beside the toasts, and wider ones. */
const WIDTHS = [360, 768, 991, 992, 1024, 1100, 1200, 1280, 1600, 1920]

for (const width of WIDTHS) {
  const parts = width < 992 ? ALWAYS : WHERE_WIDE
  test(`covers no heading or button with toasts at ${width} pixels`, { tag: FULL }, async ({ page, request }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await extendLifetimes(page)
    await enterAs(page.context(), await givenAccount(request))
    await page.setViewportSize({ width, height: 700 })
    await openSeatList(page)
    const reserve = page.getByRole('button', { name: 'Reserve Selected Tickets' })

    await scrollToEnd(page)
    await reserve.click()
    expect(await coveredBy(page, { message: NOTHING_CHOSEN }, parts)).toEqual([])
    await scrollToTop(page)
    expect(await coveredBy(page, { message: NOTHING_CHOSEN }, parts)).toEqual([])

    await page.getByRole('button', { name: 'Best available' }).click()
    await page.route('**/api/v1/tickets', (route) => route.abort('connectionreset'), { times: 1 })
    await reserve.click()
    expect(await coveredBy(page, { message: UNREACHABLE, count: 1 }, parts)).toEqual([])

    for (const [index, body] of [BUSY, STILL_BUSY].entries()) {
      await page.route('**/api/v1/tickets', (route) => route.fulfill({ status: 503, body }), { times: 1 })
      await reserve.click()
      expect(await coveredBy(page, { message: body, count: index + 2 }, parts)).toEqual([])
    }
    await scrollToEnd(page)
    expect(await coveredBy(page, { message: STILL_BUSY, count: 3 }, parts)).toEqual([])

    await reserve.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
    // On narrow screens headings and fields leave no gap.
    const partsOfForm = width < 992 ? NAVIGATION : parts
    expect(await coveredBy(page, { message: 'Tickets reserved.' }, partsOfForm)).toEqual([])
    await scrollToEnd(page)
    expect(await coveredBy(page, { message: 'Tickets reserved.' }, partsOfForm)).toEqual([])

    await page.goto(shopUrl('user-tickets'))
    await page
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Reservation' }).click()
    const message = 'Your ticket reservation was successfully cancelled.'
    expect(await coveredBy(page, { message }, parts)).toEqual([])
  })
}

test('covers no link or button of the login wall with its toast on a phone', async ({ page }) => {
  await extendLifetimes(page)
  await page.setViewportSize({ width: 360, height: 700 })
  await page.goto(shopUrl(`event-show/${await lastShowOf(page)}`))
  await expect(page.getByRole('region', { name: 'What you wanted to do' })).toContainText('from ')
  expect(await coveredBy(page, { message: 'Please log in!' }, 'main :is(h1, a, button)')).toEqual([])
})

import { expect, type Page, test } from '@playwright/test'
import { openSeatingPlan } from './purchase.ts'
import { enterAs, givenAccount, shopUrl } from './shop.ts'

/** What a page is read and used by, as far as the message lies over it. */
async function coveredBy(page: Page, message: string): Promise<string[]> {
  const toast = page.getByRole('alert').filter({ hasText: message })
  await expect(toast).toBeInViewport({ ratio: 1 })
  return toast.evaluate((element) => {
    const box = element.getBoundingClientRect()
    // What has gone below the navigation is not in sight anyway.
    const navigation = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const isCovered = ({ left, right, top, bottom }: DOMRect) =>
      left < box.right && right > box.left && Math.max(top, box.top, navigation) < Math.min(bottom, box.bottom)
    const words = document.createRange()
    // A heading is as wide as the page, its words are not.
    const boxesOf = (part: Element) => {
      words.selectNodeContents(part)
      return part.matches('button') ? [part.getBoundingClientRect()] : [...words.getClientRects()]
    }
    return [...document.querySelectorAll('main :is(h1, h2, h3, a, button)')]
      .filter((part) => boxesOf(part).some(isCovered))
      .map((part) => part.textContent || (part.getAttribute('aria-label') ?? part.outerHTML))
  })
}

const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight))

for (const width of [1024, 1280, 1600]) {
  test(`in a window of ${width} pixels a message covers no heading and no button of a page`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 700 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enterAs(page.context(), await givenAccount(request))

    await page.goto(shopUrl())
    await openSeatingPlan(page, 5)
    await scrollToEnd(page)
    await page.getByRole('button', { name: 'Reserve Selected Tickets' }).click()
    expect(await coveredBy(page, 'Please select Tickets')).toEqual([])
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Best available' }).click()
    await page.getByRole('button', { name: 'Reserve Selected Tickets' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
    expect(await coveredBy(page, 'Tickets reserved.')).toEqual([])
    await scrollToEnd(page)
    expect(await coveredBy(page, 'Tickets reserved.')).toEqual([])

    await page.goto(shopUrl('user-tickets'))
    await page
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Reservation' }).click()
    expect(await coveredBy(page, 'Your ticket reservation was successfully cancelled.')).toEqual([])
  })
}

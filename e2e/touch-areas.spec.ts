import { expect, type Page, test } from '@playwright/test'
import { openSettled } from './settled-page.ts'
import { enterAs } from './shop.ts'
import { CUSTOMER } from './started-shop.ts'

const pathsSeen = [
  '',
  'search/event-show',
  'event/1/event-shows',
  'event-show/300',
  'merchandise/1',
  'checkout',
  'login',
]

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

/** Names the controls of a page whose centre belongs to another control, in the part of the page that is seen. */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    const nameOf = (element: Element | null | undefined) =>
      element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
    return Array.from(document.querySelectorAll('a, button'))
      .map((control) => {
        const { x, y, width, height } = control.getBoundingClientRect()
        const touched = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('a, button')
        return { control, touched, isShown: width > 0 && control.checkVisibility({ visibilityProperty: true }) }
      })
      .filter(({ control, touched, isShown }) => isShown && touched && touched !== control)
      .map(({ control, touched }) => `${nameOf(touched)} is touched instead of ${nameOf(control)}`)
  })

test('touches the control under the finger on a phone, not one beside it', async ({ page, context }) => {
  await enterAs(context, CUSTOMER)
  for (const path of pathsSeen) {
    await openSettled(page, path)
    await expect.poll(() => coveredControls(page), path).toEqual([])
  }
  await openSettled(page, '')
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).tap()
  await expect(page).toHaveURL(/checkout/)
})

test('keeps a postal code with a hyphen in one line on a phone', async ({ page }) => {
  await openSettled(page, 'search/location')
  const lines = await page.getByText('90-035').evaluate((element) => {
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (words.nextNode()) {
      const text = words.currentNode as Text
      const at = text.data.indexOf('90-035')
      if (at < 0) continue
      range.setStart(text, at)
      range.setEnd(text, at + '90-035'.length)
    }
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
})

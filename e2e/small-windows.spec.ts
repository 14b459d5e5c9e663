import { expect, test } from '@playwright/test'
import { casesOf } from './proving.ts'
import { enterAs, givenAccount, shopUrl } from './shop.ts'
import { focused, tabTo } from './tab-key.ts'

/** On a phone the tickets stick to the bottom; at 400 percent zoom nothing is sticky. */
const zoomed = { width: 320, height: 256 }
const smallWindows = casesOf({
  gate: [zoomed],
  all: [{ width: 320, height: 200 }, zoomed, { width: 360, height: 640 }],
})

for (const window of smallWindows) {
  test(`never covers the focused seat by the chosen tickets in a window of ${window.width} by ${window.height}`, async ({
    page,
    context,
    request,
  }) => {
    await enterAs(context, await givenAccount(request))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize(window)
    await page.goto(shopUrl('event-show/300'))
    await page.getByText('List', { exact: true }).click()
    const sectors = page.getByRole('list', { name: 'Sectors' }).getByRole('button')
    await sectors.first().focus()
    await tabTo(page, sectors.nth(2))
    await page.keyboard.press('Enter')
    const press = async (key: string) => {
      await page.keyboard.press(key)
      await expect.poll(() => focused(page), `after ${key}`).toMatchObject({ isSeen: true })
    }
    for (let rows = 0; rows < 3; rows += 1) await press('ArrowDown')
    // Scrolls to the tickets at the bottom.
    const toFoot = () =>
      page.evaluate(() => {
        const { bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {}
        scrollBy({ top: bottom + 4 - innerHeight, behavior: 'instant' })
      })
    for (let seats = 1; seats <= 3; seats += 1) {
      if (seats === 1) await toFoot()
      await press('Space')
      await expect(page.getByRole('complementary', { name: 'Your tickets' })).toContainText(`${seats} ticket`)
      await expect.poll(() => focused(page), `with ${seats} chosen`).toMatchObject({ isSeen: true })
      await press('f')
    }
    await tabTo(page, page.getByRole('button', { name: 'Reserve Selected Tickets' }))
  })
}

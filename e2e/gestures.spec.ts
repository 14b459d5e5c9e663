import { expect, type Locator, type Page, test } from '@playwright/test'
import { lastShowOf } from './purchase.ts'
import { enterAs, newPerson, shopUrl } from './shop.ts'
import { FULL } from './proving.ts'

type OpenMap = { x: number; y: number; farther: Locator; whole: Locator; panel: Locator }

/** Logs in as a new customer and opens the map of an upcoming opera; `x` and `y` are its centre. */
async function openMap(page: Page): Promise<OpenMap> {
  const person = newPerson('Zajíc')
  await page.request.post(shopUrl('api/v1/users'), { data: person })
  await enterAs(page.context(), person)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(shopUrl(`event-show/${await lastShowOf(page)}`))
  await expect(page.locator('[aria-label="Seating plan"][aria-busy=false]')).toBeVisible()
  // The plan may come before the code that draws it and listens to the wheel.
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeEnabled()
  const canvas = page.locator('canvas').last()
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  const [farther, whole] = ['Zoom out', 'Show the whole plan'].map((name) => page.getByRole('button', { name })) as [
    Locator,
    Locator,
  ]
  await expect(farther).toBeDisabled()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  return { x, y, farther, whole, panel: page.getByRole('complementary', { name: 'Your tickets', includeHidden: true }) }
}

/** Puts fingers on the screen of a page, moves and lifts them. */
async function touchOf(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
}

/** Serialises the canvas for comparison. */
const drawn = (page: Page) =>
  page.evaluate(() => Array.from(document.querySelectorAll('canvas'), (canvas) => canvas.toDataURL()).join())

test('zooms by wheel and double click, and pans by drag without selecting', async ({ page }) => {
  const { x, y, farther, whole, panel } = await openMap(page)
  await page.mouse.move(x, y)
  const scrolled = await page.evaluate(() => scrollY)
  // Not to the end of the scale: there, the wheel scrolls the page again after a pause.
  for (let turn = 0; turn < 3; turn += 1) await page.mouse.wheel(0, -400)
  await expect(farther).toBeEnabled()
  expect(await page.evaluate(() => scrollY), 'the page stays where it is').toBe(scrolled)

  await page.waitForTimeout(500)
  const before = await drawn(page)
  await page.mouse.down()
  await page.mouse.move(x + 90, y + 60, { steps: 6 })
  await page.mouse.up()
  await expect.poll(() => drawn(page)).not.toBe(before)
  await expect(panel).toContainText('0 tickets')

  await whole.click()
  await expect(farther).toBeDisabled()
  await page.mouse.dblclick(x, y)
  await expect(farther).toBeEnabled()
})

test(
  'ignores the buttons of a loading map and shows it whole, in a tall window too',
  { tag: FULL },
  async ({ page }) => {
    // So tall that a plan without places is at its highest zoom at once.
    await page.setViewportSize({ width: 1920, height: 1200 })
    const plan = Promise.withResolvers<void>()
    await page.route('**/seatingplans/event-show/**', async (route) => {
      await plan.promise
      await route.continue()
    })
    const opening = openMap(page)
    const closer = page.getByRole('button', { name: 'Zoom in' })
    await closer.focus()
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter')
    plan.resolve()
    const { farther } = await opening
    await expect(farther).toBeDisabled()
    await closer.click()
    await expect(farther).toBeEnabled()
    await page.getByRole('button', { name: 'Show the whole plan' }).click()
    await expect(closer).toBeEnabled()
    await expect(farther).toBeDisabled()
  },
)

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } })

  test('zooms by pinch and double tap, and pans with one finger', async ({ page }) => {
    const { x, y, farther, whole, panel } = await openMap(page)
    const touch = await touchOf(page)

    await touch('touchStart', [x - 20, y], [x + 20, y])
    for (const apart of [30, 50, 70, 90, 110]) await touch('touchMove', [x - apart, y], [x + apart, y])
    await touch('touchEnd')
    await expect(farther).toBeEnabled()

    await page.waitForTimeout(500)
    const before = await drawn(page)
    await touch('touchStart', [x, y])
    for (const moved of [15, 30, 45, 60]) await touch('touchMove', [x + moved, y + moved])
    await touch('touchEnd')
    await expect.poll(() => drawn(page)).not.toBe(before)
    await expect(panel).toContainText('0 tickets')

    await whole.click()
    await expect(farther).toBeDisabled()
    for (const at of [0, 1]) {
      await touch('touchStart', [x + at, y])
      await touch('touchEnd')
    }
    await expect(farther).toBeEnabled()
  })

  test('fills the screen when the map is touched, until the way back', { tag: FULL }, async ({ page }) => {
    const { x, y, farther } = await openMap(page)
    const { pathname } = new URL(page.url())
    const back = page.getByRole('button', { name: 'Back to the page' })
    const heightOfMap = async () => (await page.locator('canvas').last().boundingBox())?.height ?? 0
    const height = await heightOfMap()
    await expect(back).toBeHidden()
    for (const leave of [() => page.goBack(), () => back.click()]) {
      await page.touchscreen.tap(x, y)
      await expect(back).toBeVisible()
      await expect.poll(heightOfMap).toBeGreaterThan(700)
      await expect(farther, 'the tapped sector comes closer').toBeEnabled()
      await leave()
      await expect(back).toBeHidden()
      await expect.poll(heightOfMap).toBe(height)
      expect(new URL(page.url()).pathname).toBe(pathname)
      await page.getByRole('button', { name: 'Show the whole plan' }).click()
      await expect(farther).toBeDisabled()
    }
    await page.touchscreen.tap(x, y)
    await page.getByRole('button', { name: 'Show the whole plan' }).click()
    await page.getByRole('button', { name: 'Numbers' }).click()
    const list = await page.getByRole('list', { name: 'Numbers' }).boundingBox()
    const map = await page.locator('canvas').last().boundingBox()
    expect(list?.y, 'the key stands below the map').toBeGreaterThanOrEqual((map?.y ?? 0) + (map?.height ?? Infinity))
  })

  test('scrolls the page by one finger on the whole plan, but not by two, which bring the map closer', async ({
    page,
  }) => {
    const { x, y, farther } = await openMap(page)
    const touch = await touchOf(page)
    const scrolled = () => page.evaluate(() => scrollY)

    const before = await scrolled()
    await touch('touchStart', [x, y])
    for (const moved of [20, 40, 60, 80, 100]) await touch('touchMove', [x, y + (before > 0 ? moved : -moved)])
    await touch('touchEnd')
    await expect.poll(scrolled).not.toBe(before)
    await expect(farther).toBeDisabled()

    // The page goes on scrolling for a while.
    await expect(async () => {
      await page.evaluate((top) => scrollTo(0, top), before)
      await page.waitForTimeout(300)
      expect(await scrolled()).toBe(before)
    }).toPass()
    await touch('touchStart', [x, y - 20])
    await touch('touchStart', [x, y - 20], [x, y + 20])
    for (const apart of [30, 50, 70, 90, 110]) await touch('touchMove', [x, y - apart], [x, y + apart])
    await touch('touchEnd')
    await expect(farther).toBeEnabled()
    expect(await scrolled()).toBe(before)
  })
})

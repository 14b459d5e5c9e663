import { type Browser, type BrowserContextOptions, expect, type Locator, type Page, test } from '@playwright/test'
import { inMailTo } from './mails.ts'
import { casesOf, isProving } from './proving.ts'
import { openSettled } from './settled-page.ts'
import { askingAs, enterAs, givenAccount, type Person, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'

/**
 * A page, the number of its fields that complain about a wrong or missing value on blur, and the button that opens the
 * dialog with the fields.
 */
type FormPage = readonly [path: string, complaints: number, button?: string]

const ofVisitors: readonly FormPage[] = [
  ['login', 2],
  ['register', 5],
  ['forgot-password', 1],
  ['search/event', 3],
  ['search/event-show', 3],
]
const ofCustomers: readonly FormPage[] = [
  ['user-page', 4],
  ['user-page', 1, 'Set up'],
  ['checkout', 3],
  ['merchandise/create', 6],
]
const ofAdministrators: readonly FormPage[] = [
  ['user/create', 5],
  ['event/create', 2],
  ['event-show/create', 4],
  ['news/create', 3],
]

/** Fields that must be filled in, or hold a number. */
const FIELDS =
  ':is(input[required], textarea[required], input[inputmode=numeric], input[inputmode=decimal]):not([type=file]):visible'

/** Makes clicks do nothing but mark the link or button that they reach. */
const markClicks = (page: Page) =>
  page.evaluate(() => {
    const mark = (event: MouseEvent) => {
      if (!event.isTrusted) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const pressed = event.target instanceof Element ? event.target.closest('a, button') : null
      pressed?.setAttribute('data-is-clicked', '')
    }
    addEventListener('click', mark, true)
  })

/** Marks the first link or button below a field, which its error would push away; the last of all if none is below. */
const markNextBelow = (field: Locator) =>
  field.evaluate((input) => {
    for (const old of document.querySelectorAll('[data-is-next]')) old.removeAttribute('data-is-next')
    const { bottom } = input.getBoundingClientRect()
    // Buttons that show a password act on the press, and leave the focus in the field. Those of calendars belong to a
    // field that complains when they are left.
    const buttons = ':is(a[href], button:not([aria-pressed], [aria-label$=": calendar"]))'
    const all = input.closest('[role=dialog], main')?.querySelectorAll(buttons) ?? []
    const below = [...all].filter(
      (element) => element.checkVisibility() && element.getBoundingClientRect().top >= bottom,
    )
    const top = (element: Element) => element.getBoundingClientRect().top
    const [next = [...all].at(-1)] = below.toSorted((one, other) => top(one) - top(other))
    next?.setAttribute('data-is-next', '')
  })

type Press = (page: Page, at: { readonly x: number; readonly y: number }) => Promise<void>

const byMouse: Press = async (page, { x, y }) => {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.waitForTimeout(60)
  await page.mouse.up()
}
const byTouch: Press = (page, { x, y }) => page.touchscreen.tap(x, y)

/** Leaves each field with a wrong value by pressing what is below it. Returns the number of fields that complained. */
async function leaveFields(
  page: Page,
  { path, scope }: { path: string; scope: Locator },
  press: Press,
): Promise<number> {
  await markClicks(page)
  const fields = scope.locator(FIELDS)
  await expect(fields.first()).toBeVisible()
  let complaints = 0
  for (let index = 0; index < (await fields.count()); index += 1) {
    const field = fields.nth(index)
    const invalid = field.locator('xpath=ancestor-or-self::*[@aria-invalid="true"]')
    await field.focus()
    await expect(invalid).toHaveCount(0)
    await page.keyboard.press('Control+A')
    if (await field.evaluate((input) => input.matches('[inputmode=numeric], [inputmode=decimal]')))
      await page.keyboard.type('-1')
    else await page.keyboard.press('Delete')
    await markNextBelow(field)
    const next = page.locator('[data-is-next]')
    await next.scrollIntoViewIfNeeded()
    const { x, y, width } = (await next.boundingBox()) ?? { x: 0, y: 0, width: 0 }
    // Near the upper edge, where the smallest shift matters.
    await press(page, { x: x + width / 2, y: y + 4 })
    const what = `${path}: ${await next.innerText()} after field ${index}`
    await expect(next, what).toHaveAttribute('data-is-clicked', '')
    await next.evaluate((element) => element.removeAttribute('data-is-clicked'))
    const complaint = expect(invalid, what).toHaveCount(1, { timeout: 2_000 })
    complaints += await complaint.then(
      () => 1,
      () => 0,
    )
  }
  return complaints
}

type Visit = {
  readonly options: BrowserContextOptions
  readonly press: Press
  readonly who?: Pick<Person, 'email' | 'password'>
}

/** `npm test` tries every such form. */
const EVERY_FORM = 4

async function tryPages(browser: Browser, forms: readonly FormPage[], { options, press, who }: Visit): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  if (who) await enterAs(context, who)
  const page = await context.newPage()
  const tried = isProving ? forms : forms.filter((_, index) => index % EVERY_FORM === 0)
  for (const [path, complaints, button] of tried) {
    await openSettled(page, path)
    if (button) await page.getByRole('button', { name: button }).click()
    const more = page.getByRole('button', { name: 'More filters' })
    if (await more.isVisible()) await more.click()
    const scope = page.getByRole(button ? 'dialog' : 'main')
    expect.soft(await leaveFields(page, { path, scope }, press), `complaints of ${path}`).toBe(complaints)
  }
  await context.close()
}

const mouse = ['mouse', { viewport: { width: 1280, height: 900 } }, byMouse] as const
const touch = ['touch', { viewport: { width: 360, height: 740 }, hasTouch: true }, byTouch] as const

for (const [name, options, press] of casesOf<typeof mouse | typeof touch>({ gate: [mouse], all: [mouse, touch] })) {
  test(`takes the first click by ${name} on a link or button below a field that complains`, async ({
    browser,
    request,
  }) => {
    const customer = await givenAccount(request)
    const ask = await askingAs(request, customer)
    const { elements } = await ask('GET', 'merchandise/products?name=mug')
    await ask('POST', 'merchandise/purchases', { merchandiseProductId: elements[0].id, quantity: 1, usePoints: false })
    await request.post(shopUrl('api/v1/password-resets'), { data: { email: customer.email } })
    const link = await inMailTo(customer.email, /password-reset\?reset-token=\S+/)

    const visit = { options, press }
    await tryPages(browser, [...ofVisitors, [link, 2]], visit)
    await tryPages(browser, ofCustomers, { ...visit, who: customer })
    await tryPages(browser, ofAdministrators, { ...visit, who: ADMIN })
  })
}

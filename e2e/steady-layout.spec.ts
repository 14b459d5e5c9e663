import { expect, type Locator, type Page, test } from '@playwright/test'
import { casesOf, FULL } from './proving.ts'
import { lastShowOf } from './purchase.ts'
import { settled } from './settled-page.ts'
import { type Ask, askingAs, enterAs, givenAccount, shopUrl } from './shop.ts'
import { ADMIN, CUSTOMER } from './started-shop.ts'

/** Delays the answers to requests. Returns the function that releases them. */
async function hold(page: Page, requests: string): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(requests, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

/** Expects an element to stay where it is when a held part of the page arrives. */
async function expectSteady(still: Locator, release: () => void, arrived: Locator): Promise<void> {
  await expect(still).toBeVisible()
  const before = await settled(() => still.boundingBox())
  await expect(arrived).toBeHidden()
  release()
  await expect(arrived).toBeVisible()
  expect(await still.boundingBox()).toEqual(before)
}

const LONG_TITLE = 'Casimir Ålund: Nocturnes for a Small Room'
const SIZES = casesOf({ gate: [360], all: [360, 768, 1280, 1920] })

for (const width of SIZES) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('keeps the switch of the colour scheme in place when the account menu arrives', async ({ page, request }) => {
      await enterAs(page.context(), await givenAccount(request))
      const release = await hold(page, '**/assets/account-menu-*.js')
      await page.goto(shopUrl('news'))
      const banner = page.getByRole('banner')
      await expectSteady(banner.getByRole('button', { name: /^Switch to/ }), release, banner.getByLabel(/^Cart/))
    })

    test('keeps the form of the login in place when the wanted show arrives', async ({ page }) => {
      const release = await hold(page, '**/api/v1/eventshows/*')
      await page.goto(shopUrl(`login?redirect=/event-show/${await lastShowOf(page, LONG_TITLE)}`))
      const title = page.getByText(LONG_TITLE)
      await expectSteady(page.getByLabel('Email'), release, title)
      expect(await title.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
    })

    test('keeps the sections of the profile in place when the second factor arrives', async ({ page, request }) => {
      await enterAs(page.context(), await givenAccount(request))
      const release = await hold(page, '**/api/v1/users/second-factor')
      await page.goto(shopUrl('user-page'))
      await expectSteady(
        page.getByRole('heading', { name: 'Where you are logged in' }),
        release,
        page.getByRole('button', { name: 'Set up' }),
      )
    })

    test('keeps the way back in place when the code for giving a ticket away arrives', async ({ page, request }) => {
      const id = await comingTicketOf(await askingAs(request, CUSTOMER))
      await enterAs(page.context(), CUSTOMER)
      const release = await hold(page, '**/assets/hand-over-*.js')
      await page.goto(shopUrl(`ticket/${id}`))
      await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeVisible()
      await expectSteady(
        page.getByRole('main').getByRole('link', { name: 'Your Tickets' }),
        release,
        page.getByRole('button', { name: 'New Code' }),
      )
    })
  })
}

async function comingTicketOf(ask: Ask): Promise<number> {
  const { elements } = await ask('GET', 'users/tickets?state=BOUGHT')
  const coming = elements.filter(({ eventShow }: { eventShow: { startTime: string } }) => {
    return Date.parse(eventShow.startTime) > Date.now()
  })
  return coming[0].id
}

test('keeps the buttons of a past map in place when the plan arrives', { tag: FULL }, async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enterAs(page.context(), await givenAccount(request))
  const past = await (await request.get(shopUrl('api/v1/eventshows?endDate=' + new Date().toISOString()))).json()
  const release = await hold(page, '**/api/v1/seatingplans/**')
  await page.goto(shopUrl(`event-show/${past.elements[0].id}`))
  const closer = page.getByRole('button', { name: 'Zoom in' })
  await expect(closer).toBeDisabled()
  const before = await settled(() => closer.boundingBox())
  release()
  await expect(closer).toBeEnabled()
  expect(await closer.boundingBox()).toEqual(before)
})

// On narrow screens, long titles take a second line, which nobody knows before they arrive.
test('keeps the button of a form in place when the events to choose from arrive', async ({ page }) => {
  await enterAs(page.context(), ADMIN)
  const release = await hold(page, '**/api/v1/events?*')
  await page.goto(shopUrl('news/create'))
  const create = page.getByRole('button', { name: 'Create News' })
  await expectSteady(create, release, page.getByRole('table', { name: 'Event' }).getByRole('button').first())
})

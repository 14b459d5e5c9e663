import { type APIRequestContext, expect, test, type Page } from '@playwright/test'
import { askingAs, enterAs, givenAccount, logIn, newPerson, register, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'
import { FULL } from './proving.ts'

const SHOW = 300

/** Creates a show like another one, in a month. */
async function givenShow(request: APIRequestContext, more: object = {}): Promise<number> {
  const admin = await askingAs(request, ADMIN)
  const { event, artist, location, seatingPlan } = await admin('GET', `eventshows/${SHOW}`)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const parts = { eventId: event.id, artistId: artist.id, locationId: location.id, seatingPlanId: seatingPlan.id }
  const times = { startTime: inDays(30), endTime: inDays(30.1) }
  return (await admin('POST', 'eventshows', { name: 'Gala', price: 5_000, ...times, ...parts, ...more })).id
}

/** Makes a new user staff, as an administrator. */
async function newStaff(page: Page) {
  const person = newPerson('Kasse')
  await register(page, person)
  const { request } = page.context()
  const login = await request.post(shopUrl('api/v1/authentication'), { data: ADMIN })
  const headers = { authorization: await login.text() }
  const found = await request.get(shopUrl(`api/v1/users?email=${person.email}`), { headers })
  const [{ id }] = (await found.json()).elements
  const given = await request.put(shopUrl(`api/v1/admin/users/${id}/staff`), { headers, data: true })
  expect(given.status()).toBe(204)
  return person
}

/** Chooses the best free or held places in a number. */
async function chooseBest(page: Page, count: number) {
  for (let more = await partySize(page); more < count; more++) {
    await page.getByRole('button', { name: 'One more ticket' }).click()
  }
  while ((await partySize(page)) > count) await page.getByRole('button', { name: 'One fewer ticket' }).click()
  await page.getByRole('button', { name: 'Best available' }).click()
}

const partySize = async (page: Page) => Number(await page.getByLabel('Tickets', { exact: true }).inputValue())

test('holds, sells, moves and refunds places at the desk, and finds them on the door list', async ({
  page,
  request,
}) => {
  const show = await givenShow(request)
  await page.goto(shopUrl('login'))
  const staff = await newStaff(page)
  await logIn(page, staff)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Box Office' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Box Office' })).toBeVisible()
  await page.goto(shopUrl(`admin/shows/${show}/box-office`))
  const panel = page.getByRole('complementary', { name: 'What to do' })

  await chooseBest(page, 2)
  await panel.getByRole('button', { name: 'Hold', exact: true }).click()
  await panel.getByLabel('Reason').fill('Press')
  await panel.getByRole('button', { name: 'Hold 2 places' }).click()
  const held = page.getByRole('article').filter({ hasText: 'Press' })
  await expect(held).toBeVisible()
  // The list moves up once the places have left the choice.
  await expect(panel.getByText('Choose places on the plan.')).toBeVisible()

  await held.getByRole('button', { name: 'Choose Press' }).click()
  await panel.getByLabel('Last name').fill('Walk-in')
  await panel.getByLabel('Price').selectOption('Reduced by percent')
  await panel.getByLabel('Reduction in percent').fill('50')
  await panel.getByLabel('Reason').fill('Students')
  await panel.getByRole('button', { name: /^Sell for/ }).click()
  await expect(page.getByRole('note').getByText(/^2 tickets sold for/)).toBeVisible()
  await expect(page.getByText('Nothing is held for this show.')).toBeVisible()
  await page.getByRole('link', { name: 'Open the order' }).click()

  await expect(page.getByRole('main').getByText('Walk-in')).toBeVisible()
  const first = page.getByRole('article').first()
  const place = await first.getByRole('paragraph').first().textContent()
  await first.getByRole('link', { name: /^Move/ }).click()
  await chooseBest(page, 1)
  await expect(page.getByText('The same price: nothing is paid.')).toBeVisible()
  await page.getByRole('button', { name: 'Move here' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Order/ })).toBeVisible()
  await expect(first.getByRole('paragraph').first()).not.toHaveText(place ?? '')

  await first.getByRole('button', { name: /^Refund/ }).click()
  const form = page.getByRole('form', { name: 'Refund this ticket?' })
  await form.getByLabel('Reason').fill('Ill')
  await form.getByRole('button', { name: 'Refund' }).click()
  await expect(first.getByText('Refunded')).toBeVisible()

  await page.goto(shopUrl(`admin/shows/${show}/door-list`))
  await page.getByLabel('Search by name, seat, number or code').fill('walk-in')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: /^Admit / }).click()
  const admission = page.getByRole('form', { name: 'Why is this ticket not scanned?' })
  await admission.getByLabel('Reason').fill('The phone is dead')
  await admission.getByRole('button', { name: 'Admit' }).click()
  await expect(page.getByRole('table')).toContainText('in since')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('table')).toBeVisible()

  // Figures are for administrators.
  await page.goto(shopUrl('admin/figures'))
  await expect(page.getByText('You are not logged in as an admin!')).toBeVisible()
  await expect(page).toHaveURL(/login\?redirect=/)
})

test(
  'holds places of a show that is not public yet, edits the hold and releases it',
  { tag: FULL },
  async ({ page, context, request }) => {
    const show = await givenShow(request, { isDraft: true })
    await page.goto(shopUrl('login'))
    await enterAs(context, await newStaff(page))
    const stream = page.waitForResponse((reply) => reply.url().endsWith(`eventshows/${show}/places/stream`))
    await page.goto(shopUrl(`admin/shows/${show}/box-office`))
    await expect(page.getByText(/^Visitors do not see this show yet/)).toBeVisible()
    expect((await stream).status()).toBe(200)
    // Another person at the desk takes a place. Without the stream, the page would ask for the state every 15 seconds.
    const prices = page.getByRole('list', { name: 'Show places by price' })
    await expect(prices).toContainText('free')
    const before = (await prices.textContent()) ?? ''
    const admin = await askingAs(request, ADMIN)
    const { sectors } = await admin('GET', `seatingplans/event-show/${show}`)
    await admin('POST', `admin/shows/${show}/holds`, { placeIds: [sectors[0].places[0].id], reason: 'Director' })
    await expect(prices).not.toHaveText(before, { timeout: 8_000 })

    const current = page.getByRole('navigation', { name: 'Desk' }).locator('[aria-current=page]')
    await expect(current).toHaveText('Box office')
    const panel = page.getByRole('complementary')
    await chooseBest(page, 3)
    await panel.getByLabel('Reason').fill('Press')
    await panel.getByRole('button', { name: 'Hold 3 places' }).click()

    const held = page.getByRole('article').filter({ hasText: 'Press' })
    await held.getByRole('button', { name: 'Edit Press' }).click()
    await panel.getByLabel('Reason').fill('Press and radio')
    await panel
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await panel.getByRole('button', { name: 'Save, 1 fewer' }).click()
    await expect(held.getByText('Press and radio')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Held places (3)' })).toBeVisible()

    await held.getByRole('button', { name: 'Release Press and radio' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
    await expect(page.getByRole('article').filter({ hasText: 'Director' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
  },
)

test(
  'cancels a sold show, follows the refunds, and the customer finds the invoice',
  { tag: FULL },
  async ({ page, browser, request }) => {
    const show = await givenShow(request)
    const person = await givenAccount(request)
    const customer = await askingAs(request, person)
    const { elements } = await customer('POST', 'tickets/best-available', { eventShowId: show, quantity: 2 })
    const userPaymentInfoDto = { firstName: person.firstName, lastName: person.lastName, address: 'Ring 1' }
    const ticketIds = elements.map(({ id }: { id: number }) => id)
    await customer('POST', 'orders', { userPaymentInfoDto, paymentType: 'VISA', ticketIds })

    await page.goto(shopUrl(`admin/shows/${show}/cancellation`))
    await logIn(page, ADMIN)
    await expect(page.getByText(/^2 tickets of 1 customer will be refunded/)).toBeVisible()
    await page.getByLabel('Reason').fill('The tenor is ill.')
    await page.getByRole('button', { name: 'Cancel Show' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Show' }).click()
    await expect(page.getByText(/^Done\. 2 tickets refunded, /)).toBeVisible()

    const theirs = await browser.newContext()
    await enterAs(theirs, person)
    const ticketPage = await theirs.newPage()
    await ticketPage.goto(shopUrl('user-tickets'))
    const cancelled = ticketPage.getByRole('region', { name: 'Cancelled shows' })
    await expect(cancelled.getByText('The tenor is ill.')).toBeVisible()
    await cancelled.getByRole('link', { name: /refunded, invoice/ }).click()
    await expect(ticketPage).toHaveURL(/\/invoice\/\d+$/)
    await theirs.close()
  },
)

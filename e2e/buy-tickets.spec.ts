import { expect, test } from '@playwright/test'
import { readTicketCode } from '#domain/entry/ticket-code.ts'
import { chooseSeats, chooseStanding, openSeatingPlan, openSeatList, payFor } from './purchase.ts'
import { readQrCode } from './read-qr-code.ts'
import { download, enterAs, givenAccount, logIn, newPerson, readPdf, register, shopUrl } from './shop.ts'
import { ADMIN, CUSTOMER } from './started-shop.ts'
import { FULL } from './proving.ts'

test('registers, reserves two seats and a standing place, buys them in two orders, and refunds one', async ({
  browser,
  page,
}) => {
  const zofia = newPerson()
  await register(page, zofia)
  await logIn(page, zofia)
  await openSeatingPlan(page, 8)

  await chooseSeats(page, 'Stalls, middle', 2)
  await chooseStanding(page, 'Standing parterre', 1)
  await expect(page.getByRole('complementary', { name: 'Your tickets' })).toContainText('3 tickets')
  await page.getByRole('button', { name: 'Reserve Selected Tickets' }).first().click()
  await expect(
    page.getByText('Tickets reserved. Please pick up your tickets 30 minutes before the show starts.'),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Zofia')

  // First order: the standing place only.
  const ticks = page.getByRole('checkbox', { name: /Stalls, middle/ })
  await expect(ticks).toHaveCount(2)
  await ticks.nth(0).uncheck()
  await ticks.nth(1).uncheck()
  await payFor(page)
  const first = await readPdf(await download(page, 'Download Invoice'))
  expect(first.name).toMatch(/^Invoice \d+\.pdf$/)
  expect(first.text).toMatch(/\d{4}-\d{6}/)
  expect(first.text).toContain('Łukaszewska')
  expect(first.text).toContain('Standing parterre')
  for (const label of ['Qty', 'Item', 'Price*', 'Points', 'VAT', 'Visa', '13', 'Page 1'])
    expect(first.text).toContain(label)

  // Second order: the two seats.
  await page.getByRole('link', { name: 'Cart, 2 items' }).click()
  await payFor(page)
  const second = await readPdf(await download(page, 'Download Invoice'))
  expect(second.text.match(/Stalls, middle/g)).toHaveLength(2)
  expect((await readPdf(await download(page, 'Tickets to print (PDF)'))).pages).toBe(2)
  const prices = [...second.text.matchAll(/(\d+\.\d{2}) €/g)].map(([, price]) => Number(price))
  expect(prices.length).toBeGreaterThanOrEqual(5)
  const total = Math.max(...prices)
  expect(prices.filter((price) => price === total / 2).length).toBeGreaterThanOrEqual(2)
  const exVat = Math.round((total / 1.13) * 100) / 100
  expect(prices).toContain(exVat)
  expect(prices.map((price) => price.toFixed(2))).toContain((total - exVat).toFixed(2))

  // The code of a ticket, until it is refunded.
  await page.goto(shopUrl('user-tickets'))
  await page.getByRole('tab', { name: 'Bought' }).click()
  await page
    .getByRole('link', { name: /^Show Ticket.* Stalls, middle/ })
    .first()
    .click()
  await expect(page.getByText(/^Ticket \d of 3$/)).toBeVisible()
  const ticket = page.url()
  const code = await readQrCode(page.getByRole('img', { name: 'QR code of the ticket' }))
  const printed = await readPdf(await download(page, 'Ticket to print (PDF)'))
  expect(printed.text).toContain('Code to type at the door')
  const phone = await readPdf(await download(page, 'Ticket for the phone (PDF)'))
  expect([printed.pages, phone.pages]).toEqual([1, 1])
  const door = await browser.newPage()
  await enterAs(door.context(), ADMIN)
  await door.goto(shopUrl(`admin/shows/${readTicketCode(code)?.code.showId}/door-list`))
  const search = door.getByLabel('Search by name, seat, number or code')
  await search.fill(code)
  await expect(door.getByText('✓ Valid ticket')).toBeVisible()
  await expect(door.getByRole('table', { name: 'Door list' }).getByRole('row', { name: 'Łukaszewska' })).toHaveCount(1)
  await page.getByRole('link', { name: 'Your Tickets', exact: true }).last().click()
  await page.getByRole('tab', { name: 'Bought' }).click()
  await expect(page.getByText('Stalls, middle').first()).toBeVisible()
  await page
    .getByRole('button', { name: /^Cancel.* Stalls, middle/ })
    .first()
    .click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Are you sure you want to refund this ticket?')
  await question.getByRole('button', { name: 'Refund' }).click()
  await expect(page).toHaveURL(/\/invoice\/\d+$/)
  await expect(page.getByText('Your cancellation is being processed, please save your refund invoice!')).toBeVisible()
  const refund = await readPdf(await download(page, 'Download Refund Invoice'))
  for (const label of ['Refund Total', 'Total Points Refund']) expect(refund.text).toContain(label)
  expect(refund.text).not.toContain('Visa')

  await search.fill('')
  await search.fill(code)
  await expect(door.getByText('✗ Refunded ticket')).toBeVisible()
  await door.close()
  await page.goto(ticket)
  await expect(page.getByText('This ticket was refunded. It is no longer valid.')).toBeVisible()
  await page.goto(shopUrl('user-invoices'))
  await expect(page.getByText('Paid:')).toHaveCount(2)
  await expect(page.getByText('Refunded:')).toHaveCount(1)
})

test('sells a contested seat once, names it to the loser and keeps the other seats', async ({ browser }) => {
  const [first, second] = await Promise.all([browser.newPage(), browser.newPage()])
  for (const page of [first, second]) {
    // Without live updates, so that the second customer still tries the taken seat.
    await page.route('**/places/stream', (route) => route.abort())
    await enterAs(page.context(), await givenAccount(page.request, newPerson('Novák')))
    await openSeatList(page, 9)
  }
  const [wanted] = await chooseSeats(first, 'Stalls, rear', 1)
  const [same] = await chooseSeats(second, 'Stalls, rear', 2)
  expect(same).toBe(wanted)

  await first.getByRole('button', { name: 'Reserve Selected Tickets' }).first().click()
  await expect(first).toHaveURL(/\/checkout$/)
  await second.getByRole('button', { name: 'Reserve Selected Tickets' }).first().click()
  await expect(second.getByText(/was just taken by someone else/).first()).toBeVisible()
  await expect(second.getByRole('complementary', { name: 'Your tickets' })).toContainText('1 ticket')
  await second.getByRole('button', { name: 'Reserve Selected Tickets' }).first().click()
  await expect(second).toHaveURL(/\/checkout$/)
  await first.close()
  await second.close()
})

test('shows live when a seat is taken and freed', { tag: FULL }, async ({ browser }) => {
  const [buyer, watcher] = await Promise.all([browser.newPage(), browser.newPage()])
  for (const page of [buyer, watcher]) {
    await enterAs(page.context(), CUSTOMER)
    await openSeatList(page, 7)
  }
  await watcher.getByRole('button', { name: /^Stalls, rear / }).click()
  const [seat = ''] = await chooseSeats(buyer, 'Stalls, rear', 1)
  await expect(watcher.getByRole('gridcell', { name: seat })).toBeVisible()
  // Blocks polling, so that only the stream can report changes.
  await watcher.route('**/tickets/reservations*', (route) => route.abort())

  await buyer.getByRole('button', { name: 'Reserve Selected Tickets' }).first().click()
  await expect(buyer).toHaveURL(/\/checkout$/)
  await expect(watcher.getByRole('gridcell', { name: seat.replace(/free$/, 'taken') })).toBeVisible()

  const [row, number] = seat.split(', ')
  await buyer.goto(shopUrl('user-tickets?state=RESERVED'))
  await buyer.getByRole('button', { name: new RegExp(`^Cancel: .*Stalls, rear, ${row}, ${number}$`, 'i') }).click()
  await buyer.getByRole('dialog').getByRole('button', { name: 'Cancel Reservation' }).click()
  await expect(watcher.getByRole('gridcell', { name: seat })).toBeVisible()
  await buyer.close()
  await watcher.close()
})

test('answers 404 for an unknown page', async ({ page }) => {
  const answer = await page.goto(shopUrl('no/such/page'))
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing on this stage')
})

test('asks for a login and returns to the page', async ({ page }) => {
  await page.goto(shopUrl('user-invoices'))
  await expect(page.getByText('Please log in!')).toBeVisible()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await logIn(page, CUSTOMER)
  await expect(page).toHaveURL(/\/user-invoices$/)
  await expect(page.getByText('Paid:').first()).toBeVisible()
})

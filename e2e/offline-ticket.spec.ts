import { expect, type Page, test } from '@playwright/test'
import { lastShowOf } from './purchase.ts'
import { readQrCode } from './read-qr-code.ts'
import { askingAs, enterAs, givenAccount, shopUrl } from './shop.ts'

test.use({ hasTouch: true, viewport: { width: 360, height: 780 } })

const KEPT = 'The shop cannot be reached. This is the copy kept on this device.'

/** Lists the numbers of the tickets that the browser keeps; undefined without a database of tickets. */
const keptTickets = (page: Page) =>
  page.evaluate(async () => {
    const all = await indexedDB.databases()
    if (all.every(({ name }) => name !== 'foyer-tickets')) return undefined
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
      })
    const database = await done(indexedDB.open('foyer-tickets'))
    const keys = await done(database.transaction('tickets').objectStore('tickets').getAllKeys())
    database.close()
    return keys.map((key) => Number(String(key).split('/').at(-1)))
  })

async function swipeLeft(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x: 300, y: 400 })
  for (const x of [240, 180, 120]) await touch('touchMove', { x, y: 400 })
  await touch('touchEnd')
}

test('shows the tickets of an order without a network until the logout', async ({ page, context }) => {
  const customer = await givenAccount(page.request)
  const ask = await askingAs(page.request, customer)
  const { elements } = await ask('POST', 'tickets/best-available', { eventShowId: await lastShowOf(page), quantity: 2 })
  const ticketIds = elements.map(({ id }: { id: number }) => id).toSorted((one: number, other: number) => one - other)
  const { firstName, lastName } = customer
  const userPaymentInfoDto = { firstName, lastName, address: 'Ringstraße 1, 1010 Wien' }
  await ask('POST', 'orders', { userPaymentInfoDto, paymentType: 'VISA', ticketIds })
  await enterAs(context, customer)
  await page.goto(shopUrl('user-tickets?state=BOUGHT'))
  const tickets = page.getByRole('list', { name: 'Bought tickets' }).getByRole('article')
  await expect(tickets).toHaveCount(2)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)

  await page.goto(shopUrl(`ticket/${ticketIds[0]}`))
  const code = page.getByRole('img', { name: 'QR code of the ticket' })
  const text = await readQrCode(code)
  await expect.poll(() => keptTickets(page)).toEqual(ticketIds)
  const scopes = () =>
    page.evaluate(async () => {
      const all = await navigator.serviceWorker.getRegistrations()
      return all.map(({ scope, active }) => [new URL(scope).pathname, active?.state])
    })
  await expect.poll(scopes).toEqual([['/shop/ticket/', 'activated']])

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(KEPT)).toBeVisible()
  expect(await readQrCode(code)).toBe(text)
  await expect(page.getByRole('button', { name: /PDF|calendar/ })).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await swipeLeft(page)
  await expect(page.getByText('Ticket 2 of 2')).toBeVisible()
  const second = await readQrCode(code)
  expect(second).not.toBe(text)
  await page.reload()
  await expect(page.getByText('Ticket 2 of 2')).toBeVisible()
  expect(await readQrCode(code)).toBe(second)
  await expect(page.goto(shopUrl('news'))).rejects.toThrow('ERR_INTERNET_DISCONNECTED')

  await context.setOffline(false)
  await page.goto(shopUrl(`ticket/${ticketIds[1]}`))
  await expect(code).toBeVisible()
  await expect(page.getByText(KEPT)).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'My Profile' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect.poll(() => keptTickets(page)).toBeUndefined()
})

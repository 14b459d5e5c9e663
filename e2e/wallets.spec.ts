import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { unzip } from '#server/testing/unzip.ts'
import { givenWalletFiles } from '#server/testing/wallet-files.ts'
import { FULL } from './proving.ts'
import { lastShowOf } from './purchase.ts'
import { readQrCode } from './read-qr-code.ts'
import { withOwnShop } from './own-shop.ts'
import { askingAs, download, enterAs, givenAccount, type Person, shopUrl } from './shop.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile'
const SAVE = 'https://pay.google.com/gp/v/save/'

let folder: string | undefined

withOwnShop(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-wallets-'))
  return (await givenWalletFiles(folder)).settings
})
test.afterAll(() => folder && rm(folder, { recursive: true, force: true }))

/** Buys a ticket. Returns its buyer and its id. */
async function givenTicket(page: Page): Promise<{ customer: Person; id: number }> {
  const customer = await givenAccount(page.request)
  const ask = await askingAs(page.request, customer)
  const { elements } = await ask('POST', 'tickets/best-available', { eventShowId: await lastShowOf(page), quantity: 1 })
  const [{ id }] = elements
  const { firstName, lastName } = customer
  const userPaymentInfoDto = { firstName, lastName, address: 'Ringstraße 1, 1010 Wien' }
  await ask('POST', 'orders', { userPaymentInfoDto, paymentType: 'VISA', ticketIds: [id] })
  return { customer, id }
}

const wallets = (page: Page) => page.getByRole('button', { name: /^Add to (Apple|Google) Wallet$/ })
const codeOf = (page: Page) => readQrCode(page.getByRole('img', { name: 'QR code of the ticket' }))

/** Downloads the pass for Apple Wallet, and returns its number and its code. */
async function readPass(page: Page): Promise<{ serialNumber: string; message: string }> {
  const file = await readFile(await (await download(page, 'Add to Apple Wallet')).path())
  const { serialNumber, barcodes } = JSON.parse(unzip(file).get('pass.json')?.toString() ?? '')
  return { serialNumber, message: barcodes[0].message }
}

/** Opens a ticket on a phone, and returns the page and the wallets that it offers. */
async function openOn(browser: Browser, userAgent: string, customer: Person, id: number) {
  const context = await browser.newContext({ userAgent, hasTouch: true, viewport: { width: 360, height: 780 } })
  await enterAs(context, customer)
  const page = await context.newPage()
  await page.goto(shopUrl(`ticket/${id}`))
  await expect(wallets(page)).toHaveCount(1)
  return { page, offered: await wallets(page).allTextContents() }
}

test(
  'adds a ticket to the wallet of the phone, with the code of its page',
  { tag: FULL },
  async ({ page, browser }) => {
    const { customer, id } = await givenTicket(page)
    await enterAs(page.context(), customer)
    await page.goto(shopUrl(`ticket/${id}`))
    await expect(wallets(page)).toHaveCount(2)
    const code = await codeOf(page)
    expect(await readPass(page)).toEqual({ serialNumber: `${id}-1`, message: code })

    const apple = await openOn(browser, IPHONE, customer, id)
    expect(apple.offered).toEqual(['Add to Apple Wallet'])
    const android = await openOn(browser, ANDROID, customer, id)
    expect(android.offered).toEqual(['Add to Google Wallet'])
    await android.page.route(`${SAVE}**`, (route) => route.fulfill({ body: 'Saved' }))
    await wallets(android.page).click()
    await android.page.waitForURL(`${SAVE}**`)
    const [, payload = ''] = android.page.url().replace(SAVE, '').split('.')
    const saved = JSON.parse(Buffer.from(payload, 'base64url').toString()).payload.eventTicketObjects[0]
    expect(saved.barcode.value).toBe(code)
    await Promise.all([apple, android].map((phone) => phone.page.context().close()))

    await page.getByRole('button', { name: 'New Code' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New Code' }).click()
    await expect.poll(() => codeOf(page)).not.toBe(code)
    const renewed = await readPass(page)
    expect(renewed).toEqual({ serialNumber: `${id}-2`, message: await codeOf(page) })

    const ask = await askingAs(page.request, customer)
    await ask('PUT', `tickets/${id}/cancelation`)
    await page.reload()
    await expect(page.getByRole('main')).toContainText('refunded', { ignoreCase: true })
    await expect(wallets(page)).toHaveCount(0)
  },
)

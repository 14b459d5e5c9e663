import { readFile } from 'node:fs/promises'
import { type APIRequestContext, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { scrollSideways } from './horizontal-overflow.ts'
import { inMailTo } from './mails.ts'
import { lastShowOf } from './purchase.ts'
import { readQrCode } from './read-qr-code.ts'
import { withOwnShop } from './own-shop.ts'
import { askingAs, enterAs, givenAccount, newPerson, type Person, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'
import { FULL } from './proving.ts'

const IBAN = 'AT483200000012345864'
const OWNER = 'Foyer GmbH'
const PHONE = { width: 360, height: 740 }
/** Deadlines of these payments are days away. */
const DAY_AND_TIME = /\d{4}\/\d\d\/\d\d \d\d:\d\d/

withOwnShop({ PAYMENTS: 'transfer,desk', BANK_IBAN: IBAN, BANK_OWNER: OWNER })

/** The total is in cents. */
type StartedPayment = { customer: Person; id: string; total: number }

/** Pays a ticket at the checkout of a phone, by keyboard. */
async function startPayment(page: Page, context: BrowserContext, type: string): Promise<StartedPayment> {
  await page.setViewportSize(PHONE)
  const customer = await givenAccount(page.request)
  const ask = await askingAs(page.request, customer)
  await ask('POST', 'tickets/best-available', { eventShowId: await lastShowOf(page), quantity: 1 })
  await enterAs(context, customer)
  await page.goto(shopUrl('checkout'))
  await page.getByLabel('Address').fill('Ringstraße 1, 1010 Wien')
  await page.getByRole('radio', { name: type }).press('Space')
  await expectWellMade(page, `the checkout with ${type}`)
  await page.getByRole('button', { name: /^Buy Selected/ }).press('Enter')
  await expect(page).toHaveURL(/\/payment\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Your payment' })).toBeFocused()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  return { customer, id, total: (await ask('GET', `payments/${id}`)).total }
}

async function expectWellMade(page: Page, what: string): Promise<void> {
  await expectNoViolations(page, what)
  expect(await scrollSideways(page), what).toBe(0)
}

const euros = (cents: number) => (cents / 100).toFixed(2)

/** Finds a line of the bank details. */
const detail = (page: Page, name: string) =>
  page.getByLabel('Bank details').locator('div', { has: page.getByRole('term').filter({ hasText: name }) })

/** Creates an account of the staff of the box office. */
async function givenStaff(request: APIRequestContext): Promise<Person> {
  const staff = newPerson('Kasse')
  const admin = await askingAs(request, ADMIN)
  await admin('POST', 'users', { ...staff, isStaff: true })
  return staff
}

type Login = Pick<Person, 'email' | 'password'>

/** Opens a page of the desk by its link, in a browser of its own. */
async function openDesk(context: BrowserContext, person: Login, link: string, title: string): Promise<Page> {
  await enterAs(context, person)
  const desk = await context.newPage()
  await desk.goto(shopUrl('admin/orders'))
  await desk.getByRole('link', { name: link, exact: true }).click()
  await expect(desk.getByRole('heading', { level: 1, name: title })).toBeVisible()
  return desk
}

test('pays at the box office by the number of the order', { tag: FULL }, async ({ page, context, browser }) => {
  const { customer, total } = await startPayment(page, context, 'At the box office')
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toContainText('Please pay at the box office.')
  await expect(status).toContainText(DAY_AND_TIME)
  const number = await page.getByLabel('At the box office').getByRole('definition').innerText()
  await expectWellMade(page, 'the number for the box office')

  await page.goto(shopUrl('user-tickets?state=RESERVED'))
  await expect(page.getByRole('article').getByText('Held for your payment until')).toContainText(DAY_AND_TIME)
  await expectWellMade(page, 'a ticket that is being paid')
  await page.goto(shopUrl('checkout'))
  await expect(page.getByText(/^Held for your payment until/)).toContainText(DAY_AND_TIME)
  await page.getByRole('link', { name: 'Go to the payment' }).press('Enter')
  await expect(page.getByRole('main')).toContainText(number)

  const desk = await openDesk(
    await browser.newContext(),
    await givenStaff(page.request),
    'To be paid',
    'Payments at the Box Office',
  )
  await desk.getByLabel('Search by number, name or email').fill(number)
  await expect(desk).toHaveURL(/text=D-/)
  const waiting = desk.getByRole('list', { name: 'Payments at the Box Office' }).getByRole('article')
  await expect(waiting).toHaveCount(1)
  await expect(waiting).toContainText(customer.email)
  await expect(waiting).toContainText(`${euros(total)} €`)
  const book = waiting.getByRole('button', { name: `Book ${number} as paid` })
  await book.press('Enter')
  await waiting.getByRole('button', { name: 'Not yet' }).press('Enter')
  await expect(book).toBeFocused()
  await book.press('Enter')
  await expect(waiting.getByLabel('Number of the receipt')).toBeFocused()
  await expectWellMade(desk, 'the orders to be paid at the box office')
  await desk.keyboard.press('Enter')
  await expect(waiting.getByLabel('Number of the receipt')).toHaveAttribute('aria-invalid', 'true')
  await desk.keyboard.type('K1-4711')
  await desk.keyboard.press('Enter')
  await expect(desk.getByText('Booked as paid. The customer gets the invoice by mail.').last()).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await desk.context().close()

  await inMailTo(customer.email, /At the box office, receipt K1-4711/)
  await page.reload()
  await expect(page).toHaveURL(/\/invoice\/\d+$/)
  await expect(page.getByRole('region', { name: 'Items' })).toContainText('At the box office, receipt K1-4711')
  await page.goto(shopUrl('user-tickets'))
  await expect(page.getByRole('list', { name: 'Bought tickets' }).getByRole('article')).toHaveCount(1)
})

type Movement = { name: string; amount: string; purpose: string }

/** Writes a transfer that left the account. */
const sentBack = (amount: string, reference: string) => `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>
<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${new Date().toISOString().slice(0, 10)}</Dt></BookgDt><NtryDtls><TxDtls>
<Refs><EndToEndId>${reference}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`

/** Writes an account statement of the shop's bank account. */
function camt(movements: readonly Movement[], others = ''): Buffer {
  const entries = movements.map(
    ({
      name,
      amount,
      purpose,
    }) => `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>${new Date().toISOString().slice(0, 10)}</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr>
<DbtrAcct><Id><IBAN>AT611904300234573201</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${purpose}</Ustrd></RmtInf>
</TxDtls></NtryDtls></Ntry>`,
  )
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>${IBAN}</IBAN></Id></Acct>${entries.join('')}${others}</Stmt></BkToCstmrStmt></Document>`)
}

test('pays by bank transfer, which an account statement books', { tag: FULL }, async ({ page, context, browser }) => {
  const { customer, total, id } = await startPayment(page, context, 'Bank transfer')
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toContainText('Waiting for your transfer')
  await expect(status).toContainText(DAY_AND_TIME)
  await expect(detail(page, 'Recipient')).toContainText(OWNER)
  await expect(detail(page, 'IBAN')).toContainText('AT48 3200 0000 1234 5864')
  await expect(detail(page, 'Amount')).toContainText(`${euros(total)} €`)
  const [reference = ''] = /RF[\d ]+\d/.exec(await detail(page, 'Payment reference').innerText()) ?? []
  const code = page.getByRole('img', { name: 'QR code of the transfer for banking apps' })
  expect((await readQrCode(code)).split('\n')).toEqual([
    ...['BCD', '002', '1', 'SCT', '', OWNER, IBAN, `EUR${euros(total)}`, ''],
    reference.replaceAll(' ', ''),
  ])
  await expectWellMade(page, 'the bank details')

  const desk = await openDesk(await browser.newContext({ viewport: PHONE }), ADMIN, 'Bank', 'Bank Movements')
  const wrong = euros(total - 100)
  const buffer = camt([
    { name: 'Zofia Exact', amount: euros(total), purpose: `Tickets ${reference}` },
    { name: 'Zofia Wrong', amount: wrong, purpose: `Tickets ${reference}` },
  ])
  await desk.getByLabel('Account statement').setInputFiles({ name: 'statement.xml', mimeType: 'text/xml', buffer })
  const upload = desk.getByRole('region', { name: 'Upload a statement' })
  await expect(upload).toContainText('1 movement will be booked · 1 movement will need somebody')
  await expect(upload).toContainText('Pays an order exactly')
  await expectWellMade(desk, 'the preview of a statement')
  await upload.getByRole('button', { name: 'Book the statement' }).press('Enter')
  await expect(desk.getByText('1 movement booked, 1 movement to look at').last()).toBeVisible()
  await expect(desk.getByLabel('Account statement')).toHaveValue('')
  await desk.getByLabel('Account statement').setInputFiles({ name: 'again.xml', mimeType: 'text/xml', buffer })
  await expect(upload).toContainText('2 movements known already')
  await expect(upload.getByText('Already booked: same day, amount, payer and purpose')).toHaveCount(2)
  await expectWellMade(desk, 'the preview of a statement that is known')
  const movements = desk.getByRole('list', { name: 'Bank Movements' }).getByRole('article')
  await expect(movements.filter({ hasText: 'Zofia Exact' })).toContainText(`Payment ${id} · Booked`)
  const rest = movements.filter({ hasText: 'Zofia Wrong' })
  await expect(rest).toContainText(`${wrong} €`)
  await expectWellMade(desk, 'the bank movements')
  await rest.getByRole('button', { name: 'Book as paid back' }).press('Enter')
  await expect(rest.getByLabel('Reason')).toBeFocused()
  await expectWellMade(desk, 'the form of a movement')
  await desk.keyboard.type('Transfer of today to the same account')
  await desk.keyboard.press('Enter')
  await expect(rest).toContainText('Paid back')
  await expect(rest).toContainText('Transfer of today to the same account')
  await expect(rest.getByRole('button')).toHaveCount(0)
  await expect(desk.getByRole('heading', { level: 1 })).toBeFocused()
  await desk.context().close()

  await inMailTo(customer.email, /Paid by Bank transfer/)
  await page.reload()
  await expect(page).toHaveURL(/\/invoice\/\d+$/)
  await expect(page.getByRole('region', { name: 'Items' })).toContainText('Bank transfer')
  await expectWellMade(page, 'the invoice of a transfer')

  const ask = await askingAs(page.request, customer)
  const [ticket] = (await ask('GET', 'users/tickets')).elements
  await ask('PUT', `tickets/${ticket.id}/cancelation`)
  const bank = await openDesk(await browser.newContext({ viewport: PHONE }), ADMIN, 'Bank', 'Bank Movements')
  const refunds = bank.getByRole('region', { name: 'Refunds by bank transfer' })
  await expect(async () => {
    await bank.reload()
    await expect(refunds).toContainText('1 refund to pay', { timeout: 2_000 })
  }).toPass()
  await expectWellMade(bank, 'a refund to pay by a file')
  await refunds.getByRole('button', { name: 'Make a payment file' }).press('Enter')
  await expect(refunds).toContainText(`1 refund not paid yet, ${euros(total)} €`)
  const [file] = await Promise.all([
    bank.waitForEvent('download'),
    refunds.getByRole('button', { name: 'Download (XML)' }).press('Enter'),
  ])
  const text = await readFile(await file.path(), 'utf8')
  const [, transferred = ''] = /<EndToEndId>(.*)<\/EndToEndId>/.exec(text) ?? []
  expect(text).toContain(`<InstdAmt Ccy="EUR">${euros(total)}</InstdAmt>`)
  await refunds.getByRole('button', { name: 'Withdraw' }).press('Enter')
  await expect(refunds.getByLabel('Reason')).toBeFocused()
  await expectWellMade(bank, 'the form to withdraw a payment file')
  await refunds.getByRole('button', { name: 'Keep' }).press('Enter')
  await bank
    .getByLabel('Account statement')
    .setInputFiles({ name: 'paid.xml', mimeType: 'text/xml', buffer: camt([], sentBack(euros(total), transferred)) })
  await bank.getByRole('button', { name: 'Book the statement' }).press('Enter')
  await expect(bank.getByText('1 refund paid back').last()).toBeVisible()
  await expect(refunds).toHaveCount(0)
  await bank.context().close()
})

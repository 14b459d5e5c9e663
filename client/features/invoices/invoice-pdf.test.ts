import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, expect, test } from 'vitest'
import type { InvoiceId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { drawTable } from './pdf/table.ts'
import { type FontFiles, newDocument } from '#print/document.ts'
import type { Invoice } from './shown-invoice.ts'

const A4 = [595, 842]
const OFTEN = 40

let fonts: FontFiles

beforeAll(async () => {
  const read = async (name: string) =>
    new Uint8Array(await readFile(join(import.meta.dirname, '../../../print/fonts', name)))
  fonts = { regular: await read('noto-sans-regular.ttf'), bold: await read('noto-sans-bold.ttf') }
})

const ticket = { name: 'Hamlet, 2026/05/01 19:30, Stalls, row C, seat 14', quantity: 1, price: cents(4_550), VAT: 13 }
const poster = { name: 'Poster', quantity: 2, price: cents(1_290), VAT: 20, usePoints: false, points: 12 }
const mug = { name: 'Mug', quantity: 3, price: cents(0), VAT: 20, usePoints: true, points: 250 }

function givenInvoice(given: Partial<Invoice> = {}): Invoice {
  return {
    id: 12 as InvoiceId,
    invoiceNumber: '2026-000007',
    invoiceType: 'NORMAL',
    // Already the next day in Vienna.
    invoiceDate: '2026-04-20T22:30:00.000Z',
    deliveryDate: '2026-05-01T17:30:00.000Z',
    paymentType: 'DEBITCARD',
    paidBy: null,
    customer: { name: 'Łukasz', lastName: 'Čapek-Жуков', address: 'Świętokrzyska 3, 00-360 Warszawa' },
    seller: {
      name: 'Foyer Demo GmbH',
      address: 'Opernring 1, 1010 Wien, Austria',
      vatId: 'ATU00000000',
      email: 'tickets@foyer.example',
      timeZone: 'Europe/Vienna',
    },
    cancelsInvoiceNumber: null,
    total: cents(7_130),
    items: [{ ...ticket, usePoints: false, points: 45 }, poster, mug],
    ...given,
  }
}

/** Makes the file, reads it back, and answers the text of each page. */
async function readBack(invoice: Invoice) {
  const { doc, fileName } = invoicePdf(invoice, fonts)
  const bytes = new Uint8Array(doc.output('arraybuffer'))
  const size = bytes.length
  const pdf = await getDocumentProxy(bytes)
  const [, , width = 0, height = 0] = (await pdf.getPage(1)).view
  const { text } = await extractText(pdf, { mergePages: false })
  const pages = text.map((page) => page.replaceAll(/\s+/g, ' '))
  return { fileName, size, pages, all: pages.join(' '), format: [width, height].map(Math.round) }
}

test('contains seller, customer, dates, items and totals', async () => {
  const { fileName, pages, all, format } = await readBack(givenInvoice())
  expect(fileName).toBe('Invoice 12')
  expect(pages).toHaveLength(1)
  expect(format).toEqual(A4)
  expect(all).toContain('Foyer Demo GmbH Opernring 1, 1010 Wien, Austria VAT ID ATU00000000 tickets@foyer.example')
  expect(all).toContain('Invoice 2026-000007')
  expect(all).toContain('Invoice date 2026/04/21')
  expect(all).toContain('Delivery date 2026/05/01')
  expect(all).toContain('Payment method Debit cart')
  expect(all).toContain('# Qty Item Price* Points VAT')
  expect(all).toContain('1 1 Hamlet, 2026/05/01 19:30, Stalls, row C, seat 14 45.50 € 45 13 %')
  expect(all).toContain('2 2 Poster 12.90 € 12 20 %')
  expect(all).toContain('* Prices include VAT. This invoice is valid without a signature.')
  expect(all).toContain('Page 1 of 1')
  expect(all).toContain('you were not charged.')
})

test('prints names in every European alphabet', async () => {
  const { all } = await readBack(
    givenInvoice({ customer: { name: 'Łukasz', lastName: 'Čapek-Жуков', address: 'Εσπερίδων 7, Nguyễn ẞ ő ț ž' } }),
  )
  expect(all).toContain('Łukasz Čapek-Жуков')
  expect(all).toContain('Εσπερίδων 7, Nguyễn ẞ ő ț ž')
})

test('prints an address of many lines, and the whole invoice, on its page', async () => {
  const address = Array.from({ length: 60 }, (_, at) => `Line ${at}`).join('\n')
  const { pages, all } = await readBack(givenInvoice({ customer: { name: 'Ada', lastName: 'Guest', address } }))
  expect(pages).toHaveLength(1)
  expect(all).toContain('Line 3 Line 4 Line 5, Line 6, Line 7')
  expect(all).toContain('Line 59')
  const blank = `Ring 1${'\n'.repeat(100)}Wien`
  const spread = await readBack(givenInvoice({ customer: { name: 'Ada', lastName: 'Guest', address: blank } }))
  expect(spread.pages).toHaveLength(1)
})

test('prints combining characters as composed letters', async () => {
  const { all } = await readBack(givenInvoice({ customer: { name: 'Z\u030cofie', lastName: 'B.', address: '' } }))
  expect(all).toContain('Žofie B.')
})

test('shows VAT in total and per rate, and items paid with points without price and VAT', async () => {
  const { all } = await readBack(givenInvoice())
  expect(all).toContain('3 3 Mug 0.00 € 250 None')
  expect(all).toContain('Total without VAT 61.77 €')
  expect(all).toContain('VAT 9.53 €')
  expect(all).toMatch(/ Total 71.30 €/)
  expect(all).toContain('13 % 40.27 € 5.23 € 45.50 €')
  expect(all).toContain('20 % 21.50 € 4.30 € 25.80 €')
  expect(all).toContain('Total Points 819 750 spent, 69 earned')
})

test('labels a refund, names the cancelled invoice, and omits the payment method', async () => {
  const { fileName, all } = await readBack(
    givenInvoice({
      id: 13 as InvoiceId,
      invoiceNumber: '2026-000008',
      invoiceType: 'CANCEL',
      paymentType: null,
      cancelsInvoiceNumber: '2026-000007',
      items: [{ ...ticket, usePoints: false, points: 45 }],
    }),
  )
  expect(fileName).toBe('Invoice 13')
  expect(all).toContain('Refund Total 45.50 €')
  expect(all).toContain('Total Points Refund 45')
  expect(all).toContain('Refund for invoice 2026-000007')
  expect(all).not.toContain('Payment method')
})

test('names the card that a provider charged, also on a refund, without the note on simulation', async () => {
  const paidBy = 'Visa ending 4242'
  const sale = await readBack(givenInvoice({ paidBy }))
  expect(sale.all).toContain('Payment method Visa ending 4242')
  const refund = await readBack(givenInvoice({ invoiceType: 'CANCEL', paymentType: null, paidBy }))
  expect(refund.all).toContain('Refunded to Visa ending 4242')
  expect(`${sale.all} ${refund.all}`).not.toContain('simulated')
  expect((await readBack(givenInvoice())).all).toContain('this payment was simulated')
})

test('tells how much of a refund goes back, if it is not all of it', async () => {
  const refund = { invoiceType: 'CANCEL', paymentType: null, paidBy: 'Bank transfer' } as const
  const short = await readBack(givenInvoice({ ...refund, shortRefund: cents(7_000) }))
  expect(short.all).toContain('Refund Total 71.30 € Goes back 70.00 €')
  expect(short.all).toContain('Less money came than the order cost, so 70.00 € goes back for refund invoice')
  const none = await readBack(givenInvoice({ ...refund, shortRefund: cents(0) }))
  expect(none.all).toContain('Refund Total 71.30 € Goes back 0.00 €')
  expect(none.all).toContain('so no money goes back')
  expect((await readBack(givenInvoice({ ...refund, shortRefund: null }))).all).not.toMatch(/goes back/i)
})

test('omits VAT of an order paid with points only', async () => {
  const { all } = await readBack(givenInvoice({ paymentType: null, items: [mug] }))
  expect(all).toContain('Payment method Points')
  expect(all).toContain('Total 0.00 €')
  expect(all).toContain('Total Points 750')
  expect(all).not.toContain('VAT by rate')
})

test('repeats header and footer on every page of a long invoice, loses no line, and stays small', async () => {
  const items = Array.from({ length: OFTEN }, (_, index) => ({ ...poster, name: `Item number ${index + 1}` }))
  const { pages, all, size } = await readBack(givenInvoice({ items }))
  expect(pages).toHaveLength(2)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('# Qty Item Price* Points VAT')
    expect(page).toContain('Invoice 2026-000007')
    expect(page).toContain(`Page ${index + 1} of 2`)
  }
  for (const [index] of items.entries()) expect(all).toContain(`${index + 1} 2 Item number ${index + 1} 12.90 €`)
  expect(pages.at(-1)).toContain('Total 1,032.00 €')
  expect(size).toBeLessThan(60_000)
})

test('keeps a name of 255 letters without a space on the page', async () => {
  const name = 'Ł'.repeat(255)
  const { all } = await readBack(
    givenInvoice({ customer: { name, lastName: name, address: name }, items: [{ ...poster, name }] }),
  )
  expect(all.match(/Ł/g)).toHaveLength(4 * 255)
})

test('throws if rows do not match the header', () => {
  const doc = newDocument(fonts, 'Wrong')
  const columns = [{}, {}]
  expect(() => drawTable(doc, { head: ['#', 'Item'], rows: [['1']], columns, y: 20 })).toThrow(
    'Length of header and table column must be equal.',
  )
})

import { type Cents, cents, euro } from '#domain/money.ts'
import { numberText } from '#domain/number-text.ts'
import { dateText } from '#domain/time/time-text.ts'
import { vatByRate, vatTotals } from '#domain/accounting/vat.ts'
import { documentTexts as texts } from '../invoices.texts.ts'
import { type Invoice, isSimulated, paymentNameOf } from '../shown-invoice.ts'

export type Line = { label: string; value: string; detail?: string | undefined; isMain?: boolean }

/** All texts of an invoice, without layout. */
export type InvoiceDocument = {
  fileName: string
  title: string
  seller: { name: string; lines: string[] }
  customer: string[]
  facts: Line[]
  table: { head: readonly string[]; rows: string[][] }
  totals: Line[]
  rates: string[][]
  note: string | undefined
}

/** More lines than an address needs, which leave the page to the invoice. */
const ADDRESS_LINES = 6

/** Returns the lines of an address. Those beyond the limit follow on its last line. */
function linesOfAddress(address: string): string[] {
  const lines = address.split(/\r?\n/)
  if (lines.length <= ADDRESS_LINES) return lines
  const rest = lines.slice(ADDRESS_LINES - 1).filter(Boolean)
  return [...lines.slice(0, ADDRESS_LINES - 1), rest.join(', ')]
}

/** Writes the texts of an invoice (specification, section 9), with dates in the seller's time zone. */
export function documentOf(invoice: Invoice): InvoiceDocument {
  const { invoiceType, seller, customer } = invoice
  const items = invoice.items.map(readable)
  return {
    fileName: texts.fileName(invoice.id),
    title: `${texts.titleOf[invoiceType]} ${invoice.invoiceNumber}`,
    seller: { name: seller.name, lines: [seller.address, seller.vatId && texts.vatId(seller.vatId), seller.email] },
    customer: [`${customer.name} ${customer.lastName}`, ...linesOfAddress(customer.address)],
    facts: factsOf(invoice),
    table: { head: texts.columns, rows: items.map(rowOf) },
    totals: totalsOf(invoice, items),
    rates: vatByRate(items).map(({ vatPercent, exVat, vat, total }) => [
      percent(vatPercent),
      euro(exVat),
      euro(vat),
      euro(total),
    ]),
    note: noteOf(invoice),
  }
}

type Item = { name: string; quantity: number; price: Cents; vatPercent: number; usePoints: boolean; points: number }

function readable({ VAT, price, ...item }: Invoice['items'][number]): Item {
  return { ...item, price: item.usePoints ? cents(0) : price, vatPercent: VAT }
}

function factsOf(invoice: Invoice): Line[] {
  const { timeZone } = invoice.seller
  const facts = [
    { label: texts.number, value: invoice.invoiceNumber },
    { label: texts.date, value: dateText(invoice.invoiceDate, timeZone) },
    { label: texts.deliveryDate, value: dateText(invoice.deliveryDate, timeZone) },
  ]
  if (invoice.invoiceType === 'NORMAL') facts.push({ label: texts.paymentMethod, value: paymentMethodOf(invoice) })
  else if (invoice.paidBy) facts.push({ label: texts.refundMethod, value: invoice.paidBy })
  if (invoice.cancelsInvoiceNumber) facts.push({ label: texts.cancels, value: invoice.cancelsInvoiceNumber })
  return facts
}

function paymentMethodOf(invoice: Invoice): string {
  const name = paymentNameOf(invoice)
  if (name) return name
  return invoice.items.some(({ usePoints }) => usePoints) ? texts.paidWithPoints : texts.nothingToPay
}

function rowOf({ quantity, name, price, usePoints, points, vatPercent }: Item, index: number): string[] {
  const vat = usePoints ? texts.noVat : percent(vatPercent)
  return [String(index + 1), numberText(quantity), name, euro(price), numberText(points), vat]
}

function noteOf(invoice: Invoice): string | undefined {
  const { invoiceType, shortRefund = null } = invoice
  if (shortRefund !== null) return texts.shortRefund({ ...invoice, shortRefund })
  return isSimulated(invoice) ? texts.simulationOf[invoiceType] : undefined
}

function totalsOf({ invoiceType: type, shortRefund = null }: Invoice, items: readonly Item[]): Line[] {
  const { exVat, vat, total } = vatTotals(items)
  const spent = pointsOf(items.filter(({ usePoints }) => usePoints))
  const earned = pointsOf(items.filter(({ usePoints }) => !usePoints))
  return [
    { label: texts.exVat, value: euro(exVat) },
    { label: texts.vat, value: euro(vat) },
    { label: texts.totalOf[type], value: euro(total), isMain: true },
    ...(shortRefund === null ? [] : [{ label: texts.goesBack, value: euro(shortRefund) }]),
    { label: texts.pointsOf[type], value: numberText(spent + earned), detail: kindOfPoints(type, spent, earned) },
  ]
}

const pointsOf = (items: readonly Item[]) => items.reduce((sum, { points, quantity }) => sum + points * quantity, 0)

/** Tells the direction of the points, which the specification only sums up. */
function kindOfPoints(type: Invoice['invoiceType'], spent: number, earned: number): string | undefined {
  if (spent > 0 && earned > 0) return texts.pointsSplit(spent, earned)
  if (spent > 0) return texts.pointsSpent
  if (earned > 0) return texts.earnedOf[type]
  return undefined
}

const percent = (value: number) => `${value} %`

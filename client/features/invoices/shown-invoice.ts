import type * as z from 'zod/mini'
import type { invoice, invoiceDetail } from '#contract/invoices.ts'

/** An invoice of the API. */
export type Invoice = z.output<typeof invoice>

/** An invoice of the API, with what has become of its tickets. */
export type InvoiceDetail = z.output<typeof invoiceDetail>

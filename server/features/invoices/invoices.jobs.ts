import type { TaskList } from 'graphile-worker'
import type { AppContext } from '#server/context.ts'
import { anonymiseOldInvoices } from './anonymise-invoices.ts'

export function invoiceJobs(context: AppContext): TaskList {
  return { 'anonymise-invoices': () => anonymiseOldInvoices(context) }
}

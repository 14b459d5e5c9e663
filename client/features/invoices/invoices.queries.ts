import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getAdminInvoice } from '#contract/admin-orders.ts'
import { getInvoice, listOwnInvoices } from '#contract/invoices.ts'
import type { InvoiceId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { downloadInvoice } from './download-invoice.ts'
import type { Invoice } from './shown-invoice.ts'

export const PAGE_SIZE = 10

/** Queries one page of own invoices, newest first. */
export function ownInvoicesQuery(pageIndex: number) {
  return queryOptions({
    queryKey: ['own-invoices', pageIndex],
    queryFn: ({ signal }) => call(listOwnInvoices, { query: { pageIndex, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Queries an own invoice. The page shows an error if there is none. */
export function invoiceQuery(id: InvoiceId) {
  return queryOptions({
    queryKey: ['invoice', id],
    queryFn: ({ signal }) => call(getInvoice, { params: { id }, signal }),
    staleTime: Infinity,
    meta: { showsError: true },
  })
}

/** Queries the invoice of any customer, for staff. */
export function adminInvoiceQuery(id: InvoiceId) {
  return queryOptions({
    queryKey: ['admin-invoice', id],
    queryFn: ({ signal }) => call(getAdminInvoice, { params: { id }, signal }),
    staleTime: Infinity,
    meta: { showsError: true },
  })
}

/** Downloads an invoice as a PDF file. */
export function useDownloadInvoice() {
  return useAction({ mutationFn: (invoice: Invoice) => downloadInvoice(invoice) })
}

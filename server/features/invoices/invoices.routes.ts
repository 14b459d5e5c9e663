import type { FastifyInstance } from 'fastify'
import { getAdminInvoice } from '#contract/admin-orders.ts'
import * as contract from '#contract/invoices.ts'
import type { AppContext } from '#server/context.ts'
import { orNotFound } from '#server/http/or-not-found.ts'
import { serve } from '#server/http/serve.ts'
import { selectInvoice, selectInvoiceOfAnyone, selectInvoices } from './invoices.sql.ts'

export function invoiceRoutes(app: FastifyInstance, { db }: AppContext): void {
  serve(app, contract.listOwnInvoices, ({ query, caller }) => selectInvoices(db, caller.userId, query))
  serve(app, contract.getInvoice, ({ params, caller }) =>
    orNotFound('invoice', selectInvoice(db, caller.userId, params.id)),
  )
  serve(app, getAdminInvoice, ({ params }) => orNotFound('invoice', selectInvoiceOfAnyone(db, params.id)))
}

import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/invoices.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { getInvoice } from './get-invoice.ts'
import { listOwnInvoices } from './list-own-invoices.ts'

export function invoiceRoutes(app: FastifyInstance, { db }: AppContext): void {
  serve(app, contract.listOwnInvoices, ({ query, caller }) => listOwnInvoices(db, { ...query, userId: caller.userId }))
  serve(app, contract.getInvoice, ({ params, caller }) => getInvoice(db, { id: params.id, userId: caller.userId }))
}

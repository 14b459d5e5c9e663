import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { messages, nothing } from './fields.ts'

export const getPostings = endpoint({
  method: 'GET',
  path: '/admin/accounting/datev',
  summary:
    'Export the invoices of a month as a DATEV batch of postings (EXTF, header version 700, Windows-1252). The log names ' +
    'the export.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object({ month: z.string().check(z.regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, messages.date)) }),
  body: nothing,
  reply: z.string(),
  status: 200,
  problems: ['invalid_fields', 'accounting_not_set_up'],
})

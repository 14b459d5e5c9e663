import * as z from 'zod/mini'
import { EXPORTS } from '#domain/accounting/exports.ts'
import { endpoint } from './endpoint.ts'
import { nothing, oneOf } from './fields.ts'

/** The media type of exports. */
export const CSV = 'text/csv'

export const exportList = endpoint({
  method: 'GET',
  path: '/admin/exports',
  summary:
    'Export all rows of a list as CSV: UTF-8 with a byte order mark, semicolons, decimal commas. Takes the filters of ' +
    'the list, and those of the figures for invoices and accounting. The log names the export.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.catchall(z.object({ list: oneOf(EXPORTS) }), z.unknown()),
  body: nothing,
  reply: z.string(),
  status: 200,
  problems: ['invalid_fields'],
})

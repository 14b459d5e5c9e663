import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { momentOut, nothing } from './fields.ts'
import { showIdText } from './ids.ts'

export const getSaleStart = endpoint({
  method: 'GET',
  path: '/eventshows/:id/sale-start',
  summary: 'Get the time from which customers can buy tickets of a show, with the time of the shop.',
  access: 'anyone',
  params: z.object({ id: showIdText }),
  query: nothing,
  body: nothing,
  /** `saleStartsAt`: null for a show that is sold as soon as visitors see it. `now`: by the clock of the shop. */
  reply: z.object({ saleStartsAt: z.nullable(momentOut), now: momentOut }),
  status: 200,
  problems: ['not_found'],
})

import * as z from 'zod/mini'
import { email, integer, namedText, password, PASSWORD_LENGTH } from '#contract/fields.ts'
import { PAYMENT_TYPES } from '#domain/payment-types.ts'

const person = { firstName: namedText(), lastName: namedText(), address: namedText() }

/** Tickets for the last show that an event had, or for its next one; things from the shop; or both at once. */
const purchase = z.strictObject({
  daysAgo: integer(1, 365),
  at: namedText(5),
  payment: z.enum(PAYMENT_TYPES),
  event: z.optional(namedText()),
  show: z.optional(z.enum(['last', 'next'])),
  sector: z.optional(namedText()),
  tickets: z.optional(integer(1, 20)),
  /** Then all of its tickets went back. */
  refundedDaysAgo: z.optional(integer(0, 365)),
  products: z.optional(
    z.array(z.strictObject({ name: namedText(), quantity: integer(1, 10), withPoints: z.optional(z.boolean()) })),
  ),
})

/** The customer whom visitors of the demo may log in as, and the others who have bought tickets. */
export const customersFile = z.strictObject({
  customer: z.strictObject({
    ...person,
    email,
    password: password(PASSWORD_LENGTH.atRegistration),
    /** So many of the oldest news. */
    newsRead: integer(0, 1000),
    purchases: z.array(purchase),
  }),
  buyers: z.array(z.strictObject(person)),
})

export type CustomerPurchase = z.output<typeof purchase>

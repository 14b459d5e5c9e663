import * as z from 'zod'
import { type Cents, cents } from '#domain/money.ts'

/** An amount in Mollie's answers, such as { currency: 'EUR', value: '10.00' }. Longer ones are no safe integers. */
const amount = z.object({ currency: z.string(), value: z.string().regex(/^\d{1,12}\.\d{2}$/) })

/** An amount that may be negative, such as a refund in the balance. */
const signedAmount = z.object({ currency: z.string(), value: z.string().regex(/^-?\d{1,12}\.\d{2}$/) })

/** An id of Mollie's, which the shop stores. */
const id = z.string().regex(/^[\w-]{1,255}$/)

/** A moment in Mollie's answers. */
const moment = z.string().transform((text, context) => {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) context.issues.push({ code: 'custom', message: 'is no moment', input: text })
  return date
})

/** Reads one text of the metadata, for which Mollie keeps any JSON. Ignores those of other programs. */
const metadataOf = <Key extends string>(key: Key) =>
  z
    .object({ [key]: z.string() } as Record<Key, z.ZodString>)
    .partial()
    .nullish()
    .catch(null)

export const mollieRefund = z.object({
  resource: z.literal('refund'),
  id,
  paymentId: z.string(),
  status: z.string(),
  amount,
  createdAt: moment,
  metadata: metadataOf('refund'),
})
export type MollieRefund = z.output<typeof mollieRefund>

export const mollieChargeback = z.object({
  resource: z.literal('chargeback'),
  id,
  paymentId: z.string(),
  amount,
  createdAt: moment,
  reversedAt: z.string().nullish(),
})
export type MollieChargeback = z.output<typeof mollieChargeback>

export const molliePayment = z.object({
  resource: z.literal('payment'),
  id,
  status: z.enum(['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed']),
  amount,
  createdAt: moment,
  method: z.string().nullish(),
  details: z.object({ cardLabel: z.string().nullish(), cardNumber: z.string().nullish() }).nullish(),
  metadata: metadataOf('payment'),
  _links: z.object({ checkout: z.object({ href: z.url({ protocol: /^https?$/ }) }).nullish() }),
  _embedded: z
    .object({ refunds: z.array(mollieRefund).default([]), chargebacks: z.array(mollieChargeback).default([]) })
    .optional(),
})
export type MolliePayment = z.output<typeof molliePayment>

const CONTEXT_IDS = ['paymentId', 'refundId', 'chargebackId', 'transferId'] as const

/** Names the cause of a movement. Versions of the API differ in whether its ids are below the name of the type. */
const transactionContext = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((context) => {
    const parts = [context, ...Object.values(context ?? {})]
    return Object.fromEntries(
      CONTEXT_IDS.flatMap((name) => {
        const values = parts.map((part) => (typeof part === 'object' && part ? Reflect.get(part, name) : undefined))
        const value = values.find((one) => typeof one === 'string')
        return value === undefined ? [] : [[name, value]]
      }),
    ) as Partial<Record<(typeof CONTEXT_IDS)[number], string>>
  })

/** A transaction of a balance. `initialAmount` is before the deductions, which are negative. */
export const mollieTransaction = z.object({
  resource: z.literal('balance_transaction'),
  id,
  type: z.string(),
  createdAt: moment,
  initialAmount: signedAmount,
  deductions: signedAmount.nullish(),
  context: transactionContext,
})
export type MollieTransaction = z.output<typeof mollieTransaction>

/** A page of a list, newest first. The items are under the name of the list. */
export const listOf = <T>(item: z.ZodType<T>) =>
  z.object({
    _embedded: z.record(z.string(), z.array(item)),
    _links: z.object({ next: z.object({ href: z.string() }).nullish() }),
  })

export type ListPage<T> = z.output<ReturnType<typeof listOf<T>>>

/** Reads an amount as cents. */
export const centsOf = ({ value }: z.output<typeof amount>): Cents => cents(Math.round(Number(value) * 100))

/** Writes cents as Mollie does, always with two decimals. */
export const toAmount = (value: Cents) => ({ currency: 'EUR', value: (value / 100).toFixed(2) })

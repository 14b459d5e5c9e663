import * as z from 'zod/mini'
import { MAX_CENTS, messages } from '#contract/fields.ts'
import { cents, type Cents } from '#domain/money.ts'

/** A field that may be left empty. */
export const emptyOr = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.transform((value: unknown) => (value === '' ? undefined : value)),
    z.optional(schema),
  )

/** A number of zero or more, as it is typed. */
export const amountField = z.string().check(
  z.regex(/^-?\d{1,7}([.,]\d{1,2})?$/, { error: messages.invalid, abort: true }),
  z.refine((text) => !text.startsWith('-'), { error: messages.minimum(0) }),
)

/** The same, up to what can be asked for. */
export const amountUpTo = (most: number) =>
  amountField.check(z.refine((text) => Number(text.replace(',', '.')) <= most, { error: messages.maximum(most) }))

/** A price in euro to search by. */
export const priceField = amountUpTo(MAX_CENTS / 100)

/** The number that was typed; undefined for an empty field. */
export function amountIn(text: string): number | undefined {
  return text === '' ? undefined : Number(text.replace(',', '.'))
}

/** The cents of an amount of euro that was typed; undefined for an empty field. */
export function centsIn(text: string): Cents | undefined {
  const amount = amountIn(text)
  return amount === undefined ? undefined : cents(Math.round(amount * 100))
}

/** An amount in an address as it is typed into its field. */
export function typedAmount(value: number | string | undefined, unit: number): string {
  return value === undefined ? '' : String(Number(value) / unit)
}

import * as z from 'zod/mini'
import { MAX_CENTS, messages } from '#contract/fields.ts'
import { cents, type Cents } from '#domain/money.ts'

/** Allows an empty field. */
export const emptyOr = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.transform((value: unknown) => (value === '' ? undefined : value)),
    z.optional(schema),
  )

/** Validates a typed number of zero or more. */
export const amountField = z.string().check(
  z.regex(/^-?\d{1,7}([.,]\d{1,2})?$/, { error: messages.invalid, abort: true }),
  z.refine((text) => !text.startsWith('-'), { error: messages.minimum(0) }),
)

/** Validates a typed number from zero to a maximum. */
export const amountUpTo = (most: number) =>
  amountField.check(z.refine((text) => Number(text.replace(',', '.')) <= most, { error: messages.maximum(most) }))

/** Validates a typed price in euro. */
export const priceField = amountUpTo(MAX_CENTS / 100)

type Range<Value> = { readonly from: string; readonly to: string; readonly measure: (value: Value) => number }

/** Refuses an empty range, at the field of its end. Open ranges are valid. */
function inOrder<Value>({ from, to, measure }: Range<Value>, error: string) {
  const isGiven = (value: unknown): value is Value => value !== undefined && value !== ''
  return z.refine<Record<string, unknown>>(
    ({ [from]: begin, [to]: end }) => !isGiven(begin) || !isGiven(end) || measure(begin) <= measure(end),
    { path: [to], error },
  )
}

/** Requires a typed minimum not to exceed the typed maximum. */
export const amountsInOrder = (from: string, to: string) =>
  inOrder<string | number>(
    { from, to, measure: (amount) => Number(String(amount).replace(',', '.')) },
    'The maximum must not be less than the minimum',
  )

/** Requires a start not to be after its end. */
export const momentsInOrder = (from: string, to: string) =>
  inOrder<string>({ from, to, measure: Date.parse }, 'The later date must not be before the earlier one')

/** Parses a typed number; undefined for an empty field. */
export function amountIn(text: string): number | undefined {
  return text === '' ? undefined : Number(text.replace(',', '.'))
}

/** Parses a typed amount in euro to cents; undefined for an empty field. */
export function centsIn(text: string): Cents | undefined {
  const amount = amountIn(text)
  return amount === undefined ? undefined : cents(Math.round(amount * 100))
}

/** Formats an amount of the address for its field. */
export function typedAmount(value: number | string | undefined, unit: number): string {
  return value === undefined ? '' : String(Number(value) / unit)
}

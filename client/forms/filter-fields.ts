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

type Range<Value> = { readonly from: string; readonly to: string; readonly measure: (value: Value) => number }

/** Refuses a range within which nothing can lie, at the field of its end. One that is open has no such end. */
function inOrder<Value>({ from, to, measure }: Range<Value>, error: string) {
  const isGiven = (value: unknown): value is Value => value !== undefined && value !== ''
  return z.refine<Record<string, unknown>>(
    ({ [from]: begin, [to]: end }) => !isGiven(begin) || !isGiven(end) || measure(begin) <= measure(end),
    { path: [to], error },
  )
}

/** A least and a most, whichever way they are typed. */
export const amountsInOrder = (from: string, to: string) =>
  inOrder<string | number>(
    { from, to, measure: (amount) => Number(String(amount).replace(',', '.')) },
    'The maximum must not be less than the minimum',
  )

/** Two moments between which something is to be. */
export const momentsInOrder = (from: string, to: string) =>
  inOrder<string>({ from, to, measure: Date.parse }, 'The later date must not be before the earlier one')

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

import * as z from 'zod/mini'
import { integer, MAX_CENTS, messages, requiredText } from '#contract/fields.ts'
import { cents, type Cents } from '#domain/money.ts'
import { amountField } from './filter-fields.ts'

/** Validates a required price in euro and returns cents. */
export const euroField = (minCents = 0) =>
  z.pipe(
    z.pipe(
      z.pipe(requiredText(), amountField),
      z.transform((text: string): Cents => cents(Math.round(Number(text.replace(',', '.')) * 100))),
    ),
    z.custom<Cents>().check(
      z.refine((price) => price >= minCents, { error: messages.minimum(minCents / 100) }),
      z.refine((price) => price <= MAX_CENTS, { error: messages.maximum(MAX_CENTS / 100) }),
    ),
  )

/** Validates a required integer. */
export const wholeField = (min: number) =>
  z.pipe(
    z.pipe(
      requiredText().check(z.regex(/^-?\d{1,15}$/, messages.whole)),
      z.transform((text: string) => Number(text)),
    ),
    integer(min),
  )

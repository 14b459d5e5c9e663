import * as z from 'zod/mini'
import { messages } from '#contract/fields.ts'
import { isWallTime, UNREADABLE_TIME } from '#domain/time/typed-time.ts'

const moment = z.iso.datetime()

const isMoment = (value: string) => moment.safeParse(value).success

/** Validates the value of a `DateTimeField` that may be empty. */
export const momentField = () =>
  z.string().check(z.refine((value) => value === '' || isMoment(value), { error: UNREADABLE_TIME, abort: true }))

/**
 * Requires a moment in a `DateTimeField` that a form shows under a condition. Hidden, it may have any text, because
 * nobody could mend it.
 */
export const momentWhile = <Field extends string, Values extends Record<Field, string>>(
  field: Field,
  isShown: (values: Values) => boolean,
) =>
  z.refine<Values>((values) => !isShown(values) || isMoment(values[field]), {
    path: [field],
    error: ({ input }) => ((input as Values)[field] === '' ? messages.required : UNREADABLE_TIME),
  })

/** Validates the value of a `WallTimeField` that may be empty. */
export const wallTimeField = () =>
  z.string().check(z.refine((value) => value === '' || isWallTime(value), { error: UNREADABLE_TIME, abort: true }))

/** Validates the value of a `WallTimeField` that must not be empty. */
export const requiredWallTime = () =>
  wallTimeField().check(z.refine((value) => value !== '', { error: messages.required }))

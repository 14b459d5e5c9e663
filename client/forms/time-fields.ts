import * as z from 'zod/mini'
import { messages } from '#contract/fields.ts'
import { isWallTime, UNREADABLE_TIME } from '#domain/typed-time.ts'

const moment = z.iso.datetime()

/** Validates the value of a `DateTimeField` that may be empty. */
export const momentField = () =>
  z
    .string()
    .check(
      z.refine((value) => value === '' || moment.safeParse(value).success, { error: UNREADABLE_TIME, abort: true }),
    )

/** Validates the value of a `WallTimeField` that may be empty. */
export const wallTimeField = () =>
  z.string().check(z.refine((value) => value === '' || isWallTime(value), { error: UNREADABLE_TIME, abort: true }))

/** Validates the value of a `WallTimeField` that must not be empty. */
export const requiredWallTime = () =>
  wallTimeField().check(z.refine((value) => value !== '', { error: messages.required }))

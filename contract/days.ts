import * as z from 'zod/mini'
import { messages } from './fields.ts'

const isDay = (text: string) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/** A day of the calendar, such as `2026-11-22`. */
export const dayText = z
  .string()
  .check(
    z.regex(/^2[01]\d\d-\d\d-\d\d$/, { error: messages.date, abort: true }),
    z.refine(isDay, { error: messages.date }),
  )

import * as z from 'zod/mini'
import { isCalendarDay, UNREADABLE_DAY } from '#domain/time/typed-time.ts'

/** A day of the calendar, such as `2026-11-22`. */
export const dayText = z.string().check(z.refine(isCalendarDay, { error: UNREADABLE_DAY }))

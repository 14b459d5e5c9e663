import { messages } from '#contract/fields.ts'
import type { FieldProblem } from '#domain/problem.ts'

/** Checks that both times are in the future and the end is after the start (specification, section 5). */
export function wrongShowTimes(show: { startTime: Date; endTime: Date }, now: Date): FieldProblem[] {
  const { startTime, endTime } = show
  const wrong: FieldProblem[] = []
  if (startTime < now) wrong.push({ field: 'startTime', message: messages.past })
  if (endTime < now) wrong.push({ field: 'endTime', message: messages.past })
  else if (endTime <= startTime) wrong.push({ field: 'endTime', message: 'End date must be after start date' })
  return wrong
}

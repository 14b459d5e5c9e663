import { forgetAllValues } from '#client/forms/kept-values.ts'
import { endSession } from '#client/session.ts'

/** Logs out of this browser as somebody wants who leaves: what they typed into a form is not there when they come back. */
export function clearSession(): void {
  endSession()
  forgetAllValues()
}

import { forgetAllValues } from '#client/forms/kept-values.ts'
import { endSession } from '#client/session.ts'

/** Logs out of this browser and deletes kept form input. */
export function clearSession(): void {
  endSession()
  forgetAllValues()
}

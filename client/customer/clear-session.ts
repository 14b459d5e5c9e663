import { forgetAllValues } from '#client/forms/kept-values.ts'
import { forgetRequestedReset } from './requested-reset.ts'
import { endSession } from '#client/session.ts'

/** Logs out of this browser and deletes kept input. */
export function clearSession(): void {
  endSession()
  forgetAllValues()
  forgetRequestedReset()
}

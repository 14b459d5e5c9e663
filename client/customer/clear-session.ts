import { forgetRequestedReset } from './requested-reset.ts'
import { currentSession, endSession } from '#client/session.ts'
import { forgetAllInTab } from './kept-in-tab.ts'

/** Logs out of this browser and deletes kept input. */
export function clearSession(): void {
  const { token } = currentSession()
  endSession()
  forgetAllInTab(token)
  forgetRequestedReset()
}

import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { pages } from '#contract/pages.ts'
import { onMissingSecondFactor, onRefusedToken } from '#client/api.ts'
import { guardTexts } from '#client/address/guard.ts'
import { forgetKeptTickets } from '#client/customer/kept-tickets.ts'
import { currentSession, endSession, onSessionChange, restoreSession } from '#client/session.ts'
import { toastError, toastInfo } from '#client/ui/feedback/toasts.ts'

/**
 * Clears cached data and kept tickets and re-runs the page guards when the session changes. Leads administrators who
 * need a second factor to its setup on the profile.
 */
export function watchSession(router: RegisteredRouter, queryClient: QueryClient): void {
  try {
    restoreSession()
  } catch (error) {
    if (error instanceof Error) toastError(error.message)
  }
  onSessionChange(() => {
    forgetKeptTickets()
    void queryClient.resetQueries()
    void router.invalidate()
  })
  onMissingSecondFactor(() => void router.navigate({ to: pages.profile.href() }))
  onRefusedToken((token) => {
    if (token !== currentSession().token) return
    const { pathname, href } = router.latestLocation
    toastInfo(guardTexts.logIn)
    if (pathname !== pages.login.href()) void router.navigate({ to: pages.login.href(), search: { redirect: href } })
    endSession()
  })
}

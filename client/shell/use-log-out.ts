import { useNavigate } from '@tanstack/react-router'
import { logOut } from '#contract/auth.ts'
import { pages } from '#contract/pages.ts'
import { call } from '#client/api.ts'
import { clearSession } from '#client/customer/clear-session.ts'

/** Ends the session on the server and in this browser, even if the server fails, and goes home. */
export function useLogOut(): () => void {
  const navigate = useNavigate()
  return () => {
    call(logOut).catch(() => undefined)
    void navigate({ to: pages.home.href() })
    clearSession()
  }
}

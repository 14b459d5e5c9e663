import { useNavigate } from '@tanstack/react-router'
import { logOut } from '#contract/auth.ts'
import { call } from '#client/api.ts'
import { clearSession } from '#client/customer/clear-session.ts'
import { paths } from '#client/paths.ts'

/** Ends the session here and on the server, and goes home. Here it ends whatever the server says. */
export function useLogOut(): () => void {
  const navigate = useNavigate()
  return () => {
    call(logOut).catch(() => undefined)
    void navigate({ to: paths.home })
    clearSession()
  }
}

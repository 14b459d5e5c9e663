import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { paths } from '#client/paths.ts'
import { currentSession, type Role } from '#client/session.ts'
import { toastInfo } from '#client/ui/feedback/toasts.ts'

export type Access = 'public' | 'customer' | 'admin'

export const guardTexts = { logIn: 'Please log in!', notAdmin: 'You are not logged in as an admin!' }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** With this role one was led to the login: it takes another one to go on. */
    refusedRole?: Role
  }
}

const admitted: Record<Access, readonly Role[]> = {
  public: ['UNDEFINED', 'USER', 'ADMIN'],
  customer: ['USER', 'ADMIN'],
  admin: ['ADMIN'],
}

/** Lets in who may see a page; leads everybody else to the login and, after it, back (specification, section 2.2). */
export function admit(access: Access) {
  return ({ location, preload }: { location: ParsedLocation; preload: boolean }): void => {
    const { role } = currentSession()
    if (admitted[access].includes(role)) return
    if (!preload) toastInfo(access === 'admin' ? guardTexts.notAdmin : guardTexts.logIn)
    throw redirect({
      to: paths.login,
      search: { redirect: location.href } as never,
      state: { refusedRole: role },
    })
  }
}

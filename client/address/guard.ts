import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { type Access, pages } from '#contract/pages.ts'
import { currentSession, type Role } from '#client/session.ts'
import { toastInfo } from '#client/ui/feedback/toasts.ts'

export const guardTexts = {
  logIn: 'Please log in!',
  notAdmin: 'You are not logged in as an admin!',
  notStaff: 'You are not logged in as staff!',
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The role with which the guard refused a page and redirected to the login. */
    refusedRole?: Role
  }
}

const rolesFor: Record<Access, readonly Role[]> = {
  public: ['UNDEFINED', 'USER', 'STAFF', 'ADMIN'],
  customer: ['USER', 'STAFF', 'ADMIN'],
  staff: ['STAFF', 'ADMIN'],
  admin: ['ADMIN'],
}

/** Tells whether pages with this access level are open to a role. */
export function isAdmitted(role: Role, access: Access): boolean {
  return rolesFor[access].includes(role)
}

function refusalFor(access: Access): string {
  if (access === 'admin') return guardTexts.notAdmin
  return access === 'staff' ? guardTexts.notStaff : guardTexts.logIn
}

/** Guards a page: redirects callers without access to the login and, afterwards, back (specification, section 2.2). */
export function admit(access: Access) {
  return ({ location, preload }: { location: ParsedLocation; preload: boolean }): void => {
    const { role } = currentSession()
    if (isAdmitted(role, access)) return
    if (!preload) toastInfo(refusalFor(access))
    throw redirect({
      to: pages.login.href(),
      search: { redirect: location.href },
      state: { refusedRole: role },
    })
  }
}

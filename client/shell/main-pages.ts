import { mainPages, pages } from '#contract/pages.ts'
import { isAdmitted } from '#client/address/guard.ts'
import type { Role } from '#client/session.ts'

const visitors = [pages.login, pages.register]
const customers = [pages.profile, pages.ownTickets, pages.ownInvoices, pages.checkout]

/** Lists the pages of the main navigation that are open to a role. Administrators find the box office at the desk. */
export function mainPagesFor(role: Role) {
  return mainPages.filter(({ access }) => isAdmitted(role, access) && (access !== 'staff' || role === 'STAFF'))
}

/** Lists the account pages: login and registration, or the pages behind the login. */
export function ownPages(isLoggedIn: boolean) {
  return isLoggedIn ? customers : visitors
}

import { paths } from '#client/paths.ts'
import type { Role } from '#client/session.ts'
import { texts } from './shell.texts.ts'

type MainPage = { readonly to: string; readonly name: string; readonly isExact: boolean }

const everybody: readonly MainPage[] = [
  { to: paths.home, name: texts.home, isExact: true },
  { to: paths.news, name: texts.news, isExact: false },
  { to: paths.merchandise, name: texts.merchandise, isExact: false },
  { to: paths.search, name: texts.search, isExact: false },
]
const visitors: readonly MainPage[] = [
  { to: paths.login, name: texts.login, isExact: true },
  { to: paths.register, name: texts.register, isExact: true },
]
const customers: readonly MainPage[] = [
  { to: paths.profile, name: texts.account, isExact: true },
  { to: paths.ownTickets, name: texts.ownTickets, isExact: true },
  { to: paths.ownInvoices, name: texts.ownInvoices, isExact: true },
  { to: paths.checkout, name: texts.checkout, isExact: true },
]

/** The pages the navigation always shows, and one more for administrators. */
export function mainPages(role: Role): readonly MainPage[] {
  return role === 'ADMIN' ? [...everybody, { to: paths.admin, name: texts.admin, isExact: true }] : everybody
}

/** The pages of one's own: the way in, or what is behind it. */
export function ownPages(isLoggedIn: boolean): readonly MainPage[] {
  return isLoggedIn ? customers : visitors
}

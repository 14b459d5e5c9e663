import { logIn } from '#contract/auth.ts'
import { API_PREFIX, type Endpoint } from '#contract/endpoint.ts'
import { placeOrder } from '#contract/orders.ts'
import { logInWithCode } from '#contract/second-factor.ts'
import { refundTicket, reserveBestAvailable, reserveTickets } from '#contract/tickets.ts'
import { createUser } from '#contract/users.ts'

/** The kinds of calls that are counted by outcome, because a shop depends on them. */
export type Action = 'login' | 'registration' | 'reservation' | 'order' | 'refund'

const actions: readonly (readonly [Endpoint, Action])[] = [
  [logIn, 'login'],
  [logInWithCode, 'login'],
  [createUser, 'registration'],
  [reserveTickets, 'reservation'],
  [reserveBestAvailable, 'reservation'],
  [placeOrder, 'order'],
  [refundTicket, 'refund'],
]

const byRoute = new Map(actions.map(([{ method, path }, action]) => [`${method} /${API_PREFIX}${path}`, action]))

export const allActions: readonly Action[] = [...new Set(byRoute.values())]

/** Finds the action of a call by its method and route pattern. Undefined for all other calls. */
export function actionOf(method: string, route: string): Action | undefined {
  return byRoute.get(`${method} ${route}`)
}

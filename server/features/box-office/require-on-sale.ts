import { problem } from '#domain/problem.ts'
import type { ReservableShow } from '#server/features/tickets/show-places.sql.ts'

/** Returns a show at which the box office may still work: not cancelled, and not over. */
export function requireOnSale(show: ReservableShow | undefined): ReservableShow {
  if (!show) throw problem('not_found', { what: 'show' })
  if (show.cancelledAt) throw problem('show_cancelled')
  if (show.endsAt <= show.now) throw problem('show_over')
  return show
}

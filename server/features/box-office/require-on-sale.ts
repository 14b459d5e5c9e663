import { problem } from '#domain/problem.ts'
import type { ReservableShow } from '#server/features/tickets/show-places.sql.ts'

/** Returns a show at which the box office may still work: not cancelled, and not over. */
export function requireOpen(show: ReservableShow | undefined): ReservableShow {
  if (!show) throw problem('not_found', { what: 'show' })
  if (show.cancelledAt) throw problem('show_cancelled')
  if (show.endsAt <= show.now) throw problem('show_over')
  return show
}

/** Returns a show that the box office may sell: visitors see it. The end of the sale to customers does not count. */
export function requireOnSale(show: ReservableShow | undefined): ReservableShow {
  const open = requireOpen(show)
  if (!open.isPublished) throw problem('show_off_sale')
  return open
}

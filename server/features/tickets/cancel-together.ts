import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { AGAIN, ALONE, Batcher, type Outcome, Refusal } from '#server/concurrency/batcher.ts'
import type { AppContext } from '#server/context.ts'
import { isFaultOfAll } from '#server/db/connection.ts'
import { type Cancelling, deleteReservations, selectLeftTickets } from './cancelled-reservations.sql.ts'

/** Fewer wait alone than of reservations and orders, which share the connections with them and must go on. */
const LIMITS = { size: 32, lanes: 2, aloneLanes: 1, maxWaiting: 2_000 }

type LeftTicket = Awaited<ReturnType<typeof selectLeftTickets>>[number]

/**
 * Returns a function that cancels a reservation together with concurrent ones. It does nothing if the reservation is
 * gone already, and throws `ticket_bought` for a bought ticket, and `payment_under_way` for one that is being paid.
 * Cancellations of tickets that another transaction locks, such as the edit of their show, wait for it without the
 * others.
 */
export function cancellingTogether({
  db,
  lanes,
}: Pick<AppContext, 'db' | 'lanes'>): (cancelling: Cancelling) => Promise<void> {
  /** The shows for which cancellations wait. */
  const awaited = new WeakMap<Cancelling, ShowId>()
  const batcher = new Batcher<Cancelling, undefined>(
    {
      ...LIMITS,
      keyOf: ({ ticketId }) => ticketId,
      groupOf: (cancelling) => awaited.get(cancelling),
      isShared: isFaultOfAll,
    },
    (batch, mayWait) => lanes.batched.run(() => cancelBatch(batch, mayWait)),
  )

  async function cancelBatch(batch: readonly Cancelling[], mayWait: boolean): Promise<Outcome<undefined>[]> {
    const deleted = await deleteReservations(db, batch, { isFreeOnly: !mayWait })
    const left = batch.map(({ ticketId }) => ticketId).filter((id) => !deleted.has(id))
    const tickets = left.length > 0 ? await selectLeftTickets(db, left) : []
    const ticketOf = new Map(tickets.map((ticket) => [ticket.id, ticket]))
    return batch.map((cancelling) => {
      const ticket = ticketOf.get(cancelling.ticketId)
      if (!ticket) return undefined
      const objection = objectionTo(cancelling, ticket)
      if (objection) return new Refusal(objection)
      if (ticket.state !== 'RESERVED') return undefined
      awaited.set(cancelling, ticket.showId)
      return mayWait ? AGAIN : ALONE
    })
  }

  return (cancelling) => batcher.ask(cancelling)
}

/** Returns why a customer cannot cancel the reservation of a ticket. Undefined if it can be cancelled, or is gone. */
function objectionTo({ userId }: Cancelling, ticket: LeftTicket) {
  if (ticket.userId !== userId) return problem('not_found', { what: 'ticket' })
  if (ticket.pendingOrderId !== null) return problem('payment_under_way')
  return ticket.state === 'BOUGHT' ? problem('ticket_bought') : undefined
}

import type { TicketId } from '../ids.ts'
import type { Cents } from '../money.ts'
import { pointsEarned } from '../points.ts'

/**
 * The points of a sold ticket. `points`: those that it earned. `missingPoints`: those of the tickets that it was before
 * it moved which could not be withdrawn. It earned as many less than its price.
 */
type TicketPoints = { price: Cents; points: number; missingPoints: number }

/**
 * Splits the points that a refunded ticket, and those that it was before, have earned: those that are withdrawn, at
 * most the balance and those of its price, and those that are missing.
 */
export function refundedPoints({ price, points, missingPoints }: TicketPoints, balance: number) {
  const hasEarned = points > 0 || missingPoints > 0
  const ofPrice = hasEarned ? Math.max(points, pointsEarned(price)) : 0
  const withdrawn = Math.min(ofPrice, balance)
  return { withdrawn, missing: Math.max(ofPrice, points + missingPoints) - withdrawn }
}

type MovedTicket = { id: TicketId; price: Cents; missingPoints: number }

/**
 * Withdraws points from those that a released order returns, for tickets that moved to a cheaper place while it
 * withheld them: those that the cheaper places do not earn. Returns the points that are left, and the tickets with the
 * points that they still lack, where these changed.
 */
export function withdrawFromReturned(tickets: readonly MovedTicket[], returned: number) {
  let left = returned
  const changed = tickets.flatMap(({ id, price, missingPoints }) => {
    const withdrawn = Math.min(Math.max(0, missingPoints - pointsEarned(price)), left)
    left -= withdrawn
    return withdrawn === 0 ? [] : [{ id, missingPoints: missingPoints - withdrawn }]
  })
  return { left, tickets: changed }
}

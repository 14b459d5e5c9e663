import type { TicketId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { selectNow } from '#server/db/now.ts'
import { selectBoughtTicket, selectTicketsOfEntries } from './mailed-items.sql.ts'
import { calendarOf } from './ticket-calendar.ts'

/**
 * Writes the calendar entry of a bought ticket that a customer has. Throws `not_found` for any other
 * ticket, and at shows with live codes.
 */
export async function getTicketCalendar(
  { db, settings }: AppContext,
  { id, userId }: { id: TicketId; userId: UserId },
): Promise<string> {
  const ticket = await selectBoughtTicket(db, userId, id)
  const calendar =
    ticket &&
    !ticket.hasLiveCodes &&
    calendarOf(await selectTicketsOfEntries(db, [ticket]), settings, await selectNow(db), userId)
  if (!calendar) throw problem('not_found', { what: 'ticket' })
  return calendar
}

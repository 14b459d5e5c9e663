import { randomUUID } from 'node:crypto'
import type { EntryRefusal, EntryVerdict } from '#domain/entry/entry.ts'
import type { ShowId, TicketId, UserId } from '#domain/ids.ts'
import { placesText } from '#domain/tickets/places.ts'
import { problem } from '#domain/problem.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import type { AppContext } from '#server/context.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { insertDoorList, lockDoorShow } from './devices.sql.ts'
import { judgeAndStore } from './judge-and-store.ts'
import { lockForScans } from './lock-for-scans.ts'
import { selectScanFacts } from './scan-facts.sql.ts'

/** The door list counts no scans, because none of them can be lost. */
const NUMBER = 0

type Request = { by: UserId; showId: ShowId; ticketId: TicketId; reason: string }

/**
 * Admits the person of a bought ticket without its code, by the rules of entry, and logs the reason. The admission is a
 * scan of the show's door list, at no certain gate. Throws `not_found` for an unknown show and a ticket of another one,
 * `ticket_not_bought` for a reservation.
 */
export function admitByName(
  { db, settings }: AppContext,
  { by, showId, ticketId, reason }: Request,
): Promise<{ verdict: EntryVerdict; reason: EntryRefusal | null }> {
  return inTransaction(db, async (tx) => {
    const named = await lockDoorShow(tx, showId)
    if (!named) throw problem('not_found', { what: 'show' })
    const deviceId = await insertDoorList(tx, { showId, by })
    const device = { deviceId, gate: null }
    const locked = await lockForScans(tx, { device, showId, ticketIds: [ticketId], count: 1 })
    const show = await stillThere(tx, { kind: 'SHOW', id: showId }, locked)
    const scan = { key: randomUUID(), number: NUMBER, showId, direction: 'IN' } as const
    const disputesBlock = settings.DISPUTE_BLOCKS_ENTRY
    const read = await selectScanFacts(tx, { deviceId, key: scan.key, ticketId, disputesBlock })
    const { ticket } = read
    if (ticket?.showId !== showId) throw problem('not_found', { what: 'ticket' })
    if (ticket.state === 'RESERVED') throw problem('ticket_not_bought')
    const code = { ticketId, showId, issue: ticket.issue, digits: null }
    const judged = await judgeAndStore(tx, { device, scan, show, code, isLive: true, byName: reason }, read)
    if (!judged) throw new Error('A new key was used before.')
    if (judged.verdict !== 'REFUSED') {
      await logChange(tx, {
        ...{ by, action: 'EDITED', record: { kind: 'TICKET', id: ticketId, name: showNameOf(named) }, reason },
        changes: [{ field: 'admission', from: null, to: placesText([ticket]) }],
      })
    }
    return { verdict: judged.verdict, reason: judged.reason }
  })
}

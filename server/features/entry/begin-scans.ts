import type { ShowId, TicketId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Tx } from '#server/db/connection.ts'
import { lockTickets } from '#server/features/tickets/tickets.sql.ts'
import type { Device } from '#server/http/serve.ts'
import { keepDevice } from './devices.sql.ts'
import { keepEntryRules, type ScannedTicket, selectScannedTickets, selectSectorsOfGate } from './entry-tickets.sql.ts'
import type { ScannedShow } from './judge-code.ts'

type Scans = { device: Device; showId: ShowId; ticketIds: readonly TicketId[]; disputesBlock: boolean }

/**
 * Keeps the device from being revoked and the show from being changed, then locks the tickets and reads them after the
 * lock: refunds, new codes and other scans of them wait. Throws `not_signed_in` for a device revoked meanwhile.
 */
export async function beginScans(
  tx: Tx,
  { device, showId, ticketIds, disputesBlock }: Scans,
): Promise<{ show: ScannedShow; tickets: Map<TicketId, ScannedTicket> }> {
  if (!(await keepDevice(tx, device.deviceId))) throw problem('not_signed_in')
  const { seatingPlanId, ...rules } = await keepEntryRules(tx, showId)
  const servedSectorIds = device.gate ? await selectSectorsOfGate(tx, device.gate.id, seatingPlanId) : []
  if (ticketIds.length > 0) await lockTickets(tx, ticketIds)
  const tickets = ticketIds.length > 0 ? await selectScannedTickets(tx, ticketIds, disputesBlock) : []
  return {
    show: { ...rules, id: showId, servedSectorIds },
    tickets: new Map(tickets.map((ticket) => [ticket.id, ticket])),
  }
}

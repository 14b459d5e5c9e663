import type { ShowId, TicketId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Tx } from '#server/db/connection.ts'
import type { Device } from '#server/http/serve.ts'
import type { ScannedShow } from './judge-code.ts'
import { lockScans } from './scan-facts.sql.ts'

type Scans = { device: Pick<Device, 'deviceId'>; showId: ShowId; ticketIds: readonly TicketId[] }

/**
 * Keeps the device from being revoked and the show from being deleted, and locks the tickets: refunds, new codes and
 * other scans of them wait. The tickets must be read after it. Throws `not_signed_in` for a device revoked meanwhile.
 */
export async function lockForScans(tx: Tx, { device, showId, ticketIds }: Scans): Promise<ScannedShow> {
  const show = await lockScans(tx, { deviceId: device.deviceId, showId, ticketIds })
  if (!show) throw problem('not_signed_in')
  return { ...show, id: showId }
}

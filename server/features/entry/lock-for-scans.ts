import type { ShowId, TicketId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { insertAttemptWithRoom } from '#server/db/attempts.sql.ts'
import type { Tx } from '#server/db/connection.ts'
import type { Device } from '#server/http/serve.ts'
import type { ScannedShow } from './judge-code.ts'
import { lockScans } from './scan-facts.sql.ts'

/** More than a phone scans in an evening, then as fast as people come in. A lost phone could store without end. */
const SCANS_OF_DEVICE = { attempts: 20_000, secondsPerAttempt: 0.5 }

type Scans = { device: Pick<Device, 'deviceId'>; showId: ShowId; ticketIds: readonly TicketId[]; count: number }

/**
 * Limits the scans that a device stores. Keeps the device from being revoked and the show from being deleted, and locks
 * the tickets: refunds, new codes and other scans of them wait. The tickets must be read after it. Returns undefined
 * for a show that was deleted. Throws `not_signed_in` for a device revoked meanwhile, and `too_many_requests` beyond
 * its limit.
 */
export async function lockForScans(
  tx: Tx,
  { device, showId, ticketIds, count }: Scans,
): Promise<ScannedShow | undefined> {
  const { deviceId } = device
  const { attempts, secondsPerAttempt } = SCANS_OF_DEVICE
  const scans = { attempts: attempts / count, secondsPerAttempt: secondsPerAttempt * count }
  const [hasRoom, locked] = await Promise.all([
    insertAttemptWithRoom(tx, { key: `scans of ${deviceId}`, ...scans }),
    lockScans(tx, { deviceId, showId, ticketIds }),
  ])
  if (!hasRoom) {
    throw problem('too_many_requests', { retryAfterSeconds: Math.ceil(scans.secondsPerAttempt) })
  }
  if (!locked) throw problem('not_signed_in')
  return locked.show && { ...locked.show, id: showId }
}

import type { ScanDirection } from '#domain/entry/entry.ts'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Device } from '#server/http/serve.ts'

/** Throws `forbidden` for a show that a device was not paired for. */
export function requireShow(device: Device, showId: ShowId): void {
  if (!device.showIds.includes(showId)) throw problem('forbidden')
}

/** Throws `forbidden` for a show or a direction that a device was not paired for. */
export function requireScan(device: Device, { showId, direction }: { showId: ShowId; direction: ScanDirection }): void {
  requireShow(device, showId)
  if (device.direction !== 'BOTH' && device.direction !== direction) throw problem('forbidden')
}

import type { Pairing } from './entry-store.ts'

/** Makes the pairing that begins with a device's token, at the door of its first show. Undefined without shows. */
export function newPairing(token: string, device: Pairing['device'] & { readonly now: string }): Pairing | undefined {
  const [show] = device.shows
  if (!show) return undefined
  const clockOffsetMs = Date.parse(device.now) - Date.now()
  return { token, device, showId: show.id, lastNumber: 0, clockOffsetMs, lastContactAt: device.now }
}

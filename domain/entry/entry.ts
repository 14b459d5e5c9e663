/** The directions of a scan: its person comes in, or goes out. */
export const SCAN_DIRECTIONS = ['IN', 'OUT'] as const
export type ScanDirection = (typeof SCAN_DIRECTIONS)[number]

/** The scans that a device was paired for. */
export const DEVICE_DIRECTIONS = ['IN', 'OUT', 'BOTH'] as const
export type DeviceDirection = (typeof DEVICE_DIRECTIONS)[number]

/**
 * A phone's answer, without a network, to a genuine code that is not in its set: `ADMIT`, or `ASK` its holder to
 * decide.
 */
export const OFFLINE_UNKNOWN = ['ADMIT', 'ASK'] as const
export type OfflineUnknown = (typeof OFFLINE_UNKNOWN)[number]

/** The results of a scan. `LEFT`: its person goes out. */
export const ENTRY_VERDICTS = ['ADMITTED', 'LEFT', 'REFUSED'] as const
export type EntryVerdict = (typeof ENTRY_VERDICTS)[number]

/**
 * The reasons of refused scans. `NOT_VALID`: not one of our tickets. `OTHER_DAY`: another show of the same event.
 * `NOT_LIVE`: a picture or paper at a show with live codes. `DISPUTED`: the customer's bank disputes the
 * payment. `NOT_IN`: leaves without having entered.
 */
export const ENTRY_REFUSALS = [
  'NOT_VALID',
  'OTHER_SHOW',
  'OTHER_DAY',
  'SHOW_CANCELLED',
  'REFUNDED',
  'OLD_CODE',
  'NOT_LIVE',
  'DISPUTED',
  'WRONG_GATE',
  'TOO_EARLY',
  'ALREADY_IN',
  'NOT_IN',
] as const
export type EntryRefusal = (typeof ENTRY_REFUSALS)[number]

/** The refusals that a supervisor may overrule with a reason: the ticket itself is valid. */
const OVERRULED = new Set<EntryRefusal>(['NOT_LIVE', 'DISPUTED', 'WRONG_GATE', 'TOO_EARLY', 'ALREADY_IN'])

/** Tells whether a supervisor may admit in spite of a refusal. */
export function canOverrule(refusal: EntryRefusal): boolean {
  return OVERRULED.has(refusal)
}

/**
 * Limits the scans by which the person of one ticket comes in or goes out, more than any evening has. A phone in wrong
 * hands could store without end otherwise.
 */
export const MAX_PASSES_OF_TICKET = 1_000

/** Returns why a scan is refused whose ticket has passed as often as it may. Supervisors cannot overrule it. */
export function refusalOfFurtherPass(direction: ScanDirection): EntryRefusal {
  return direction === 'IN' ? 'ALREADY_IN' : 'NOT_IN'
}

/** Longer than the text of any QR code. */
export const MAX_SCANNED_CHARACTERS = 8_000
/** Limits the stored scans that a phone sends at once. */
export const MAX_SCANS_PER_BATCH = 500
/** The time for which a phone waits for the server's verdict before it decides itself. */
export const VERDICT_TIMEOUT_MS = 400
/** The age at which a set of tickets counts as old. */
export const OLD_SET_MS = 10 * 60_000
export const PAIRING_MINUTES = 10
export const PAIRING_CODE_DIGITS = 8
/** The time for which devices work after the end of their last show. */
export const DEVICE_HOURS_AFTER_SHOW = 12
/** The time, after the same end, in which devices without a network before can still send the scans they stored. */
export const STORED_SCANS_HOURS_AFTER_SHOW = 7 * 24

/** The largest difference between the clocks of a phone and the shop: a phone may begin anew in 1970. 200 years. */
export const MAX_CLOCK_OFFSET_MS = 200 * 366 * 24 * 60 * 60_000

/** When a phone scanned, by its own clock, and what it knew of the server's clock at its last contact before. */
export type PhoneTime = {
  scannedAt: Date
  /** The server's clock minus the phone's. */
  clockOffsetMs: number
  /** The server's time of the last contact before the scan. */
  lastContactAt: Date
}

/**
 * Corrects the time of a stored scan by the phone's clock offset. Never before the last contact, nor after the receipt.
 */
export function correctedTime({ scannedAt, clockOffsetMs, lastContactAt }: PhoneTime, receivedAt: Date): Date {
  const corrected = Math.max(scannedAt.getTime() + clockOffsetMs, lastContactAt.getTime())
  return new Date(Math.min(corrected, receivedAt.getTime()))
}

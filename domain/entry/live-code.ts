/** A live code changes so often, on the page of a ticket. */
export const LIVE_STEP_MS = 15_000
const LIVE_DIGITS = 8
/** Accepts the steps before and after the current one, because clocks differ and a scan takes time. */
const TOLERATED_STEPS = 1
const PURPOSE = 'Foyer live code 1:'
/** The length of a signed code, see `ticket-code.ts`. */
const SIGNED_CHARACTERS = 122

/** Computes HMAC-SHA-256. */
export type Hmac = (key: Uint8Array, message: Uint8Array) => Promise<Uint8Array>

/** Writes a live code: the signed code of the ticket, then the digits of the present step. */
export function liveCodeText(code: string, digits: string): string {
  return code + digits
}

/** Splits a scanned text into the signed code and the digits of a live one; null for a text without digits. */
export function splitLiveCode(text: string): { code: string; digits: string | null } {
  const digits = text.slice(SIGNED_CHARACTERS)
  return /^\d{8}$/.test(digits) ? { code: text.slice(0, SIGNED_CHARACTERS), digits } : { code: text, digits: null }
}

/** Derives the secret of a ticket from the key of its show. A new issue of the ticket has another secret. */
export function liveSecret(
  hmac: Hmac,
  showKey: Uint8Array,
  { ticketId, issue }: { ticketId: number; issue: number },
): Promise<Uint8Array> {
  const purpose = new TextEncoder().encode(PURPOSE)
  const message = new Uint8Array(purpose.length + 6)
  message.set(purpose)
  const view = new DataView(message.buffer)
  view.setUint32(purpose.length, ticketId)
  view.setUint16(purpose.length + 4, issue)
  return hmac(showKey, message)
}

/** Counts the steps from 1970 to a moment. */
export function liveStepAt(at: Date): number {
  return Math.floor(at.getTime() / LIVE_STEP_MS)
}

/** Computes the eight digits of a step: TOTP (RFC 6238) with HMAC-SHA-256 and steps of 15 seconds. */
export async function liveDigits(hmac: Hmac, secret: Uint8Array, step: number): Promise<string> {
  const counter = new Uint8Array(8)
  new DataView(counter.buffer).setBigUint64(0, BigInt(step))
  const mac = await hmac(secret, counter)
  const view = new DataView(mac.buffer, mac.byteOffset, mac.byteLength)
  const number = view.getUint32((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(number % 10 ** LIVE_DIGITS).padStart(LIVE_DIGITS, '0')
}

/**
 * Tells whether digits are those of the step of a moment, or of the one before or after. Those of a picture are refused
 * 45 seconds after it was taken at the latest.
 */
export async function areLiveDigits(
  hmac: Hmac,
  secret: Uint8Array,
  { digits, at }: { digits: string; at: Date },
): Promise<boolean> {
  const current = liveStepAt(at)
  for (let step = current - TOLERATED_STEPS; step <= current + TOLERATED_STEPS; step += 1) {
    if ((await liveDigits(hmac, secret, step)) === digits) return true
  }
  return false
}

import { decodeBase45, encodeBase45 } from './base45.ts'
import type { PlaceId, ShowId, TicketId } from '../ids.ts'
import { splitLiveCode } from './live-code.ts'

/** The statement of a ticket's code. Its issue rises when the code is replaced, which makes older codes invalid. */
export type TicketCode = { keyNumber: number; showId: ShowId; ticketId: TicketId; issue: number; placeId: PlaceId }

/** Foyer, version 1. */
const PREFIX = 'F1'
const PAYLOAD_BYTES = 16
const SIGNATURE_BYTES = 64
const PURPOSE = 'Foyer ticket 1:'

/**
 * Writes what a code states as 16 bytes: number of the key (1), show (4), ticket (4), issue (2), place (4), all
 * big-endian, and one byte for later use, zero.
 */
export function payloadOf({ keyNumber, showId, ticketId, issue, placeId }: TicketCode): Uint8Array {
  const payload = new Uint8Array(PAYLOAD_BYTES)
  const view = new DataView(payload.buffer)
  view.setUint8(0, keyNumber)
  view.setUint32(1, showId)
  view.setUint32(5, ticketId)
  view.setUint16(9, issue)
  view.setUint32(11, placeId)
  return payload
}

/** Returns the bytes that are signed (Ed25519): the purpose and the payload. */
export function signedBytes(payload: Uint8Array): Uint8Array {
  return Uint8Array.from([...new TextEncoder().encode(PURPOSE), ...payload])
}

/** Writes a code: `F1`, then payload and signature in Base45, 122 characters that fit a QR code of version 5-M. */
export function ticketCodeText(payload: Uint8Array, signature: Uint8Array): string {
  return PREFIX + encodeBase45(Uint8Array.from([...payload, ...signature]))
}

/**
 * Reads a code as it was scanned, without checking its signature and its live digits, which are null for a code without
 * them. Spaces belong to a code, so no text is trimmed. Undefined for any other text.
 */
export function readTicketCode(
  text: string,
): { code: TicketCode; payload: Uint8Array; signature: Uint8Array; digits: string | null } | undefined {
  if (!text.startsWith(PREFIX)) return undefined
  const { code, digits } = splitLiveCode(text)
  const bytes = decodeBase45(code.slice(PREFIX.length))
  if (bytes?.length !== PAYLOAD_BYTES + SIGNATURE_BYTES) return undefined
  const payload = bytes.slice(0, PAYLOAD_BYTES)
  const view = new DataView(payload.buffer)
  return {
    code: {
      keyNumber: view.getUint8(0),
      showId: view.getUint32(1) as ShowId,
      ticketId: view.getUint32(5) as TicketId,
      issue: view.getUint16(9),
      placeId: view.getUint32(11) as PlaceId,
    },
    payload,
    signature: bytes.slice(PAYLOAD_BYTES),
    digits,
  }
}

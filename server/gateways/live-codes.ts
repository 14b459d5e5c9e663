import { createHmac } from 'node:crypto'
import type { ShowId, TicketId } from '#domain/ids.ts'
import { areLiveDigits, type Hmac, liveSecret } from '#domain/entry/live-code.ts'
import type { AppContext } from '#server/context.ts'

type Shop = Pick<AppContext, 'tokens'>
type Ticket = { showId: ShowId; ticketId: TicketId; issue: number }

/** Computes HMAC-SHA-256. */
const hmac: Hmac = async (key, message) => createHmac('sha256', key).update(message).digest()

/** Derives the key of a show, from which the secrets of its tickets are derived. Its scanners have it, too. */
export function liveKeyOf({ tokens }: Shop, showId: ShowId): Buffer {
  return createHmac('sha256', tokens.deriveKey('live codes')).update(String(showId)).digest()
}

/** Derives the secret of a ticket, with which its page computes the digits of its code. */
export function liveSecretOf(shop: Shop, ticket: Ticket): Promise<Uint8Array> {
  return liveSecret(hmac, liveKeyOf(shop, ticket.showId), ticket)
}

/** Tells whether a scanned code has the digits of this moment. */
export async function isLiveCode(
  shop: Shop,
  { digits, ...ticket }: Ticket & { digits: string | null },
  at: Date,
): Promise<boolean> {
  return digits !== null && areLiveDigits(hmac, await liveSecretOf(shop, ticket), { digits, at })
}

import { createPrivateKey, sign } from 'node:crypto'
import type { EntrySet } from '#contract/entry.ts'
import type { PlaceId, SectorId, ShowId, TicketId } from '#domain/ids.ts'
import { payloadOf, signedBytes, ticketCodeText } from '#domain/entry/ticket-code.ts'
import vectors from '../../docs/ticket-code-vectors.json' with { type: 'json' }

/** The show and the only ticket of the set. */
export const [showId, ticketId, placeId] = [1 as ShowId, 5 as TicketId, 7 as PlaceId]
// PKCS #8 of an Ed25519 key is this prefix and the seed.
const der = Buffer.from(`302e020100300506032b657004220420${vectors.seed}`, 'hex')
const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })

/** Signs a code of the ticket. */
export function codeOf(issue: number, keyNumber = 1): string {
  const payload = payloadOf({ keyNumber, showId, ticketId, issue, placeId })
  return ticketCodeText(payload, sign(null, signedBytes(payload), privateKey))
}

/** The set of a show with one ticket that nobody has used. */
export const givenSet: EntrySet = {
  show: {
    ...{ id: showId, name: '', eventTitle: 'Tosca', locationName: 'Opera', timeZone: 'UTC', version: 1 },
    ...{ startTime: '2099-05-01T17:30:00Z', endTime: '2099-05-01T20:00:00Z', isCancelled: false, doorsOpenAt: null },
    ...{ reEntry: false, offlineUnknown: 'ADMIT', liveCodes: false },
  },
  liveKey: null,
  keys: [{ number: 1, publicKey: vectors.publicKey }],
  gates: [],
  sectors: [{ id: 1 as SectorId, name: 'Stalls' }],
  places: [[1 as SectorId, 'SITTING', 'A', placeId, 1, 1, 1]],
  tickets: { ids: [ticketId], issues: [], states: '-' },
}

/** The set in which the ticket has another state, see `domain/entry/entry-set.ts`. */
export const setWithState = (states: string): EntrySet => ({ ...givenSet, tickets: { ...givenSet.tickets, states } })

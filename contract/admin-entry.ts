import * as z from 'zod/mini'
import { DEVICE_DIRECTIONS } from '#domain/entry.ts'
import { endpoint } from './endpoint.ts'
import { momentOut, noReply, nothing, oneOf, singleLineText } from './fields.ts'
import { entryDeviceIdText, entryPairingId, gateId, showId, showIdText } from './ids.ts'

const MAX_FURTHER_SHOWS = 20

export const createPairing = endpoint({
  method: 'POST',
  path: '/admin/shows/:id/entry-pairings',
  summary: 'Create a code that pairs one phone as a scanner of a show, within ten minutes.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: z.object({
    /** Tells the phone from others at the desk. */
    name: singleLineText(100),
    /** Missing if it stands at no certain gate. */
    gateId: z.optional(gateId),
    direction: oneOf(DEVICE_DIRECTIONS),
    /** Its holder may overrule refusals with a reason. */
    isSupervisor: z.boolean(),
    /** Further shows at the same location. */
    furtherShowIds: z._default(z.array(showId).check(z.maxLength(MAX_FURTHER_SHOWS)), []),
  }),
  reply: z.object({
    id: entryPairingId,
    code: z.string(),
    /** The address in the QR code: the scanner's page with the code. */
    href: z.string(),
    expiresAt: momentOut,
  }),
  status: 201,
  problems: ['not_found', 'show_over'],
})
export type NewPairing = z.output<typeof createPairing.body>

export const revokeDevice = endpoint({
  method: 'DELETE',
  path: '/admin/entry-devices/:id',
  summary: 'Revoke a scanner at once.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: z.object({ id: entryDeviceIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['not_found'],
})

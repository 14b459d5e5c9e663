import * as z from 'zod/mini'
import { DEVICE_DIRECTIONS, ENTRY_REFUSALS, OFFLINE_UNKNOWN } from '#domain/entry/entry.ts'
import { endpoint } from './endpoint.ts'
import { entryCounters, entryGate, entryShow } from './entry.ts'
import { integer, moment, momentOut, noReply, nothing, oneOf, singleLineText } from './fields.ts'
import {
  entryDeviceId,
  entryDeviceIdText,
  entryPairingId,
  gateId,
  gateIdText,
  sectorId,
  showId,
  showIdText,
  ticketId,
} from './ids.ts'

const MAX_FURTHER_SHOWS = 20
const MAX_SECTORS = 500

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

const scanner = z.object({
  id: entryDeviceId,
  name: z.string(),
  gateName: z.nullable(z.string()),
  direction: z.enum(DEVICE_DIRECTIONS),
  isSupervisor: z.boolean(),
  pairedAt: momentOut,
  lastSeenAt: momentOut,
  revokedAt: z.nullable(momentOut),
  /** Stored scans of all of its shows. */
  scans: z.number(),
  /** Scans that the phone counted and the server has not got. */
  missing: z.number(),
})

const seat = { ticketId, sectorName: z.string(), rowName: z.string(), seatNumber: z.number() }

export const getShowEntry = endpoint({
  method: 'GET',
  path: '/admin/shows/:id/entry',
  summary: 'Get the entry of a show: rules, gates, scanners, figures, doubles, and refused scans that phones admitted.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: nothing,
  reply: z.object({
    show: entryShow,
    gates: z.array(entryGate),
    /** Of the show's plan, with bought tickets and people admitted. */
    sectors: z.array(z.object({ id: sectorId, name: z.string(), expected: z.number(), admitted: z.number() })),
    counters: entryCounters,
    /** People admitted by minute, the latest first, at most 60. */
    minutes: z.array(z.object({ at: momentOut, admitted: z.number() })),
    /** Working ones first. */
    scanners: z.array(scanner),
    /** The latest 100 people admitted by a ticket that was in use. */
    doubles: z.array(z.object({ ...seat, admittedAt: momentOut, gateName: z.nullable(z.string()) })),
    /** The latest 100 scans that a phone admitted without the server, and that the server refused. */
    conflicts: z.array(
      z.object({ ...seat, scannedAt: momentOut, scannerName: z.string(), reason: z.enum(ENTRY_REFUSALS) }),
    ),
  }),
  status: 200,
  problems: ['deleted', 'not_found'],
})

export const editShowEntry = endpoint({
  method: 'PUT',
  path: '/admin/shows/:id/entry',
  summary: 'Replace the rules of the entry of a show.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: z.object({
    reEntry: z.boolean(),
    offlineUnknown: oneOf(OFFLINE_UNKNOWN),
    liveCodes: z.boolean(),
    /** Missing if tickets are valid at any time. */
    doorsOpenAt: z.optional(moment),
    /** The version of the show that was edited. */
    version: integer(1),
  }),
  reply: noReply,
  status: 204,
  problems: ['not_found', 'changed_meanwhile'],
})
export type EntryChange = z.output<typeof editShowEntry.body>

export const createGate = endpoint({
  method: 'POST',
  path: '/admin/shows/:id/gates',
  summary: 'Create a gate at the location of a show, for all sectors or for some of the plan of the show.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: z.object({ id: showIdText }),
  query: nothing,
  body: z.object({ name: singleLineText(100), sectorIds: z.array(sectorId).check(z.maxLength(MAX_SECTORS)) }),
  reply: z.object({ id: gateId }),
  status: 201,
  problems: ['deleted', 'gate_name_taken', 'not_found'],
})

export const deleteGate = endpoint({
  method: 'DELETE',
  path: '/admin/gates/:id',
  summary: 'Delete a gate. Its scanners stand at no certain gate then.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: z.object({ id: gateIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['deleted', 'not_found'],
})

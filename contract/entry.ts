import * as z from 'zod/mini'
import {
  DEVICE_DIRECTIONS,
  ENTRY_REFUSALS,
  ENTRY_VERDICTS,
  MAX_CLOCK_OFFSET_MS,
  MAX_SCANNED_CHARACTERS,
  MAX_SCANS_PER_BATCH,
  OFFLINE_UNKNOWN,
  PAIRING_CODE_DIGITS,
  SCAN_DIRECTIONS,
} from '#domain/entry/entry.ts'
import { PLACE_TYPES } from '#domain/tickets/places.ts'
import { endpoint } from './endpoint.ts'
import {
  deviceMoment,
  integer,
  messages,
  moment,
  momentOut,
  nothing,
  oneOf,
  requiredOr,
  singleLineText,
} from './fields.ts'
import { entryDeviceId, gateId, placeId, sectorId, showId, showIdText, ticketId } from './ids.ts'

/** Longer than the code of any ticket. */
const MAX_STORED_CODE = 200

/** A gate of a location, with the sectors of the show's plan that it serves. Without any it serves all. */
export const entryGate = z.object({ id: gateId, name: z.string(), sectorIds: z.array(sectorId) })
export type EntryGate = z.output<typeof entryGate>

/** A show with the rules of its entry. */
export const entryShow = z.object({
  id: showId,
  name: z.string(),
  eventTitle: z.string(),
  locationName: z.string(),
  startTime: momentOut,
  endTime: momentOut,
  timeZone: z.string(),
  isCancelled: z.boolean(),
  /** Null if tickets are valid at any time. */
  doorsOpenAt: z.nullable(momentOut),
  reEntry: z.boolean(),
  offlineUnknown: z.enum(OFFLINE_UNKNOWN),
  /** Whether codes change every 15 seconds, so that pictures and paper are refused. */
  liveCodes: z.boolean(),
  /** Rises with each change of the show or of its rules of entry. */
  version: z.number(),
})
export type EntryShow = z.input<typeof entryShow>

const entryDevice = z.object({
  id: entryDeviceId,
  name: z.string(),
  /** Null if the device stands at no certain gate. */
  gate: z.nullable(z.object({ id: gateId, name: z.string() })),
  direction: z.enum(DEVICE_DIRECTIONS),
  /** Whether its holder may overrule refusals with a reason. */
  isSupervisor: z.boolean(),
  /** Soonest first. */
  shows: z.array(entryShow),
  /** When the device stops working: hours after the end of its last show. */
  expiresAt: momentOut,
  /** The server's time, from which the device computes its clock offset. */
  now: momentOut,
})
export type EntryDevice = z.input<typeof entryDevice>

export const redeemPairing = endpoint({
  method: 'POST',
  path: '/entry/pairings',
  summary:
    'Pair a device by the code that the desk shows, typed or from the link in its QR code, once, within ten minutes. ' +
    'Returns its token.',
  access: 'visitor',
  params: nothing,
  query: nothing,
  body: z.object({
    code: z.string(requiredOr(messages.invalid)).check(
      z.regex(new RegExp(`^\\d{${PAIRING_CODE_DIGITS}}(-[\\w-]{22})?$`), {
        error: `The code has ${PAIRING_CODE_DIGITS} digits`,
      }),
    ),
  }),
  reply: z.object({ token: z.string(), device: entryDevice }),
  status: 201,
  problems: ['pairing_code_wrong', 'too_many_requests'],
})

export const getEntryDevice = endpoint({
  method: 'GET',
  path: '/entry/device',
  summary: 'Get the calling device, with its shows and gate.',
  access: 'device',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: entryDevice,
  status: 200,
  problems: [],
})

const scanFields = {
  /** Made by the device. The same key always gets the same verdict. */
  key: z.guid(requiredOr(messages.invalid)),
  showId,
  /** Counts the scans of the device: 1, 2, 3 … Gaps tell the desk of scans that never arrived. */
  number: integer(1),
  direction: oneOf(SCAN_DIRECTIONS),
  /** By the clock of the device. */
  scannedAt: deviceMoment,
}

/** Any text, also binary, or the code to type at the door. An empty text is no ticket. */
const scannedText = z
  .string(requiredOr(messages.invalid))
  .check(z.maxLength(MAX_SCANNED_CHARACTERS, messages.maxLength(MAX_SCANNED_CHARACTERS)))

const seatOfScan = z.object({
  sectorName: z.string(),
  rowName: z.string(),
  seatNumber: z.number(),
  placeType: z.enum(PLACE_TYPES),
})

const scanResult = z.object({
  key: z.string(),
  verdict: z.enum(ENTRY_VERDICTS),
  /** Null unless the scan is refused. */
  reason: z.nullable(z.enum(ENTRY_REFUSALS)),
  /** Another person was admitted with the ticket before. Only after a gap, or if a supervisor overruled a refusal. */
  isDouble: z.boolean(),
  ticketId: z.nullable(ticketId),
})
export type ScanResult = z.input<typeof scanResult>

const scanAnswer = z.extend(scanResult, {
  /** Null if the text is no ticket of the shop. */
  seat: z.nullable(seatOfScan),
  /** The first admission of the ticket. For `ALREADY_IN`, `LEFT` and re-entry; `gateName` is null without a gate. */
  firstAdmission: z.nullable(z.object({ admittedAt: momentOut, gateName: z.nullable(z.string()) })),
  /** Where to go instead, for `WRONG_GATE`. */
  rightGates: z.array(z.string()),
  /** The show of the ticket, for `OTHER_SHOW` and `OTHER_DAY`. */
  ticketShow: z.nullable(z.object({ eventTitle: z.string(), startTime: momentOut, timeZone: z.string() })),
  now: momentOut,
})
export type ScanAnswer = z.input<typeof scanAnswer>

export const postScan = endpoint({
  method: 'POST',
  path: '/entry/scans',
  summary: 'Judge one scan, and admit its person. The same key always gets the same verdict.',
  access: 'device',
  params: nothing,
  query: nothing,
  body: z.object({
    ...scanFields,
    code: scannedText,
    /** Overrules a refusal. Devices of supervisors alone may send it, with a new key. */
    overrule: z.optional(z.object({ reason: singleLineText() })),
  }),
  reply: scanAnswer,
  status: 200,
  problems: ['deleted', 'forbidden', 'not_found'],
})
export type ScanInput = z.input<typeof postScan.body>

export const postStoredScans = endpoint({
  method: 'POST',
  path: '/entry/scans/batch',
  summary: 'Upload scans that a device decided without the server. Repetitions change nothing.',
  access: 'former-device',
  params: nothing,
  query: nothing,
  body: z.object({
    scans: z
      .array(
        z.object({
          ...scanFields,
          /** Empty for a text that is no code of a ticket. */
          code: z
            .string(requiredOr(messages.invalid))
            .check(z.maxLength(MAX_STORED_CODE, messages.maxLength(MAX_STORED_CODE))),
          /** The server's clock minus that of the device, and the server's time, at the last contact before. */
          clockOffsetMs: integer(-MAX_CLOCK_OFFSET_MS, MAX_CLOCK_OFFSET_MS),
          lastContactAt: moment,
          /** The decision of the device. */
          verdict: oneOf(ENTRY_VERDICTS),
          reason: z.nullable(oneOf(ENTRY_REFUSALS)),
          /** Why a supervisor overruled a refusal. */
          overruled: z.optional(singleLineText()),
        }),
      )
      .check(
        z.minLength(1, { error: messages.required }),
        z.maxLength(MAX_SCANS_PER_BATCH, { error: `At most ${MAX_SCANS_PER_BATCH} scans are sent at once` }),
      ),
  }),
  /** The server's verdicts, in the order of the scans. The desk lists refused scans that the device admitted. */
  reply: z.object({ results: z.array(scanResult), now: momentOut }),
  status: 200,
  problems: ['forbidden'],
})
export type StoredScan = z.input<typeof postStoredScans.body>['scans'][number]

/** See `domain/entry/entry-set.ts`, which packs and unpacks its columns. */
const entrySet = z.object({
  show: entryShow,
  /** Derives the secrets of live codes, in Base64url. Null for a show without live codes. */
  liveKey: z.nullable(z.string()),
  /** Ed25519 keys that sign codes: 32 bytes in Base64url. */
  keys: z.array(z.object({ number: z.number(), publicKey: z.string() })),
  gates: z.array(entryGate),
  sectors: z.array(z.object({ id: sectorId, name: z.string() })),
  places: z.array(z.tuple([sectorId, z.enum(PLACE_TYPES), z.string(), placeId, z.number(), z.number(), z.number()])),
  /** Bought and refunded tickets. */
  tickets: z.object({
    ids: z.array(z.number()),
    issues: z.array(z.tuple([z.number(), z.number()])),
    states: z.string(),
  }),
})
export type EntrySet = z.output<typeof entrySet>

export const getEntrySet = endpoint({
  method: 'GET',
  path: '/entry/set',
  summary: 'Get all tickets, keys and gates of a show, for scanning without a network. Revalidate it by its ETag.',
  access: 'device',
  params: nothing,
  query: z.object({ showId: showIdText }),
  body: nothing,
  reply: entrySet,
  status: 200,
  problems: ['forbidden', 'too_many_requests'],
})

/** The current state of changed tickets: id, issue, state as in the set. */
export const entryChanges = z.array(z.tuple([ticketId, z.number(), z.string()]))
export type EntryChanges = z.output<typeof entryChanges>

/** Counts of a show: tickets, people admitted, people inside. */
const counts = { expected: z.number(), admitted: z.number(), inside: z.number(), doubles: z.number() }
export const entryCounters = z.object({
  ...counts,
  /** `gateId`: null for devices without a gate. */
  gates: z.array(z.object({ gateId: z.nullable(gateId), admitted: z.number(), inside: z.number() })),
})
export type EntryCounters = z.output<typeof entryCounters>

/**
 * Sends server-sent events until the device disconnects. Events without a name carry `EntryChanges`, `counters` carries
 * `EntryCounters`, at most once a second. `reset`: changes may have been missed, so the device must fetch the set.
 * `beat`: a heartbeat, at least every 20 seconds. A stream ends with the device's access; reconnecting is then refused.
 */
export const watchEntry = endpoint({
  method: 'GET',
  path: '/entry/stream',
  summary: 'Watch a show: changed tickets and counters as server-sent events.',
  access: 'device',
  params: nothing,
  query: z.object({ showId: showIdText }),
  body: nothing,
  reply: entryChanges,
  status: 200,
  problems: ['forbidden'],
})

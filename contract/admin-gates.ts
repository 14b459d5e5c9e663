import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { entryGate } from './entry.ts'
import { integer, noReply, nothing, singleLineText } from './fields.ts'
import { gateId, gateIdText, locationIdText, sectorId, seatingPlanId } from './ids.ts'

const MAX_SECTORS = 2_000

/** A gate that serves no sector of a plan serves all of them. */
const gateFields = z.object({
  name: singleLineText(100),
  sectorIds: z.array(sectorId).check(z.maxLength(MAX_SECTORS)),
})

const changedGate = z.extend(gateFields, { version: integer(1) })

export const listGates = endpoint({
  method: 'GET',
  path: '/admin/locations/:id/gates',
  summary: 'List the gates of a location, and the sectors of the seating plans in use there.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: locationIdText }),
  query: nothing,
  body: nothing,
  reply: z.object({
    /** By name, with their sectors of all plans, and the version for the next edit. */
    gates: z.array(z.extend(entryGate, { version: z.number() })),
    /** Plans of the location and of its coming shows, by name. */
    plans: z.array(
      z.object({
        id: seatingPlanId,
        name: z.string(),
        sectors: z.array(z.object({ id: sectorId, name: z.string() })),
      }),
    ),
  }),
  status: 200,
  problems: ['not_found'],
})

export const createLocationGate = endpoint({
  method: 'POST',
  path: '/admin/locations/:id/gates',
  summary: 'Create a gate at a location.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: locationIdText }),
  query: nothing,
  body: gateFields,
  reply: z.object({ id: gateId }),
  status: 201,
  problems: ['gate_name_taken', 'not_found'],
})

export const editGate = endpoint({
  method: 'PUT',
  path: '/admin/gates/:id',
  summary:
    'Replace the name and the sectors of a gate. Its scanners stay at it. Refused if the version is not the current one.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: gateIdText }),
  query: nothing,
  body: changedGate,
  reply: noReply,
  status: 204,
  problems: ['changed_meanwhile', 'deleted', 'gate_name_taken', 'not_found'],
})
export type GateFields = z.output<typeof gateFields>
export type ChangedGate = z.output<typeof changedGate>

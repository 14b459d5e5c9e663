import * as z from 'zod/mini'
import { MAX_PEOPLE_A_MINUTE, WAITING_ROOM_MODES } from '#domain/waiting-room.ts'
import { endpoint } from './endpoint.ts'
import { integer, nothing, oneOf } from './fields.ts'
import { showIdText } from './ids.ts'

/** The settings of a waiting room, with its present figures. */
const waitingRoom = z.object({
  mode: z.enum(WAITING_ROOM_MODES),
  /** People admitted a minute. Null: as many as the shop carries. */
  peopleAMinute: z.nullable(z.number()),
  isPaused: z.boolean(),
  /** Whether customers need a pass now. */
  isOpen: z.boolean(),
  waiting: z.number(),
  /** People who wait for the start of the sale. */
  lotSize: z.number(),
  /** Customers with a valid pass. */
  passes: z.number(),
  /** People who are admitted a minute at present. */
  presentRate: z.number(),
  /** Of the settings, for the next edit. */
  version: z.number(),
})
export type WaitingRoom = z.input<typeof waitingRoom>

const params = z.object({ id: showIdText })

export const getWaitingRoom = endpoint({
  method: 'GET',
  path: '/admin/shows/:id/waiting-room',
  summary: 'Get the settings of the waiting room of a show, with how many wait and how many were admitted.',
  access: 'admin',
  needsVerifiedEmail: false,
  params,
  query: nothing,
  body: nothing,
  reply: waitingRoom,
  status: 200,
  problems: ['deleted', 'not_found'],
})

export const setWaitingRoom = endpoint({
  method: 'PUT',
  path: '/admin/shows/:id/waiting-room',
  summary: 'Set when a show has a waiting room and how many people it admits a minute, or pause the admission.',
  access: 'admin',
  needsVerifiedEmail: true,
  params,
  query: nothing,
  body: z.object({
    mode: oneOf(WAITING_ROOM_MODES),
    /** Absent: as many as the shop carries. */
    peopleAMinute: z.optional(integer(1, MAX_PEOPLE_A_MINUTE)),
    isPaused: z.boolean(),
    /** The version of the settings that were edited. Absent: whichever is there. */
    version: z.optional(integer(1)),
  }),
  reply: waitingRoom,
  status: 200,
  problems: ['changed_meanwhile', 'deleted', 'not_found', 'show_cancelled'],
})

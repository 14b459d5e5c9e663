import * as z from 'zod/mini'
import { SIDES } from '#domain/seating-plan/stage-side.ts'
import { endpoint } from './endpoint.ts'
import {
  flagText,
  integer,
  listOf,
  messages,
  momentOut,
  noReply,
  nothing,
  oneOf,
  optionalText,
  paging,
  singleLineText,
} from './fields.ts'
import { locationId, locationIdText, placeId, seatingPlanId, seatingPlanIdText } from './ids.ts'
import { seatingPlanSummary } from './seating.ts'

/** The largest plan file: many times that of a stadium. */
export const MAX_PLAN_FILE_BYTES = 20_000_000

/** A seating plan at the desk. `locationId` is null for old plans, `retiredAt` for plans in use. */
const listedPlan = z.object({
  id: seatingPlanId,
  name: z.string(),
  locationId: z.nullable(locationId),
  locationName: z.nullable(z.string()),
  seats: z.number(),
  standing: z.number(),
  shows: z.number(),
  retiredAt: z.nullable(momentOut),
  version: z.number(),
})

export const adminPlan = z.extend(listedPlan, {
  summary: seatingPlanSummary,
  /** The number of places of each sector, standing areas by their capacity. */
  sectors: z.array(
    z.object({ name: z.string(), isAvailable: z.boolean(), pricePercent: z.number(), places: z.number() }),
  ),
  standingPlaces: z.array(z.object({ id: placeId, capacity: z.number() })),
})
export type AdminPlan = z.input<typeof adminPlan>

/** A plan as read from a file. Its sectors have the middles of their places: x, y, x, y, … in percent of the plan. */
export const checkedPlan = z.object({
  name: z.string(),
  aspect: z.number(),
  focalPoint: z.object({ x: z.number(), y: z.number() }),
  seats: z.number(),
  standing: z.number(),
  isNameTaken: z.boolean(),
  /** Zones that were moved because their seats lay on those of others. */
  moved: z.array(z.string()),
  /** Special kinds of seats, such as "wheelchair place: 4". */
  kinds: z.array(z.string()),
  sectors: z.array(
    z.object({
      name: z.string(),
      isAvailable: z.boolean(),
      pricePercent: z.number(),
      rows: z.number(),
      seats: z.number(),
      standing: z.number(),
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
      outline: z.nullable(z.array(z.number())),
      points: z.array(z.number()),
    }),
  ),
})
export type CheckedPlan = z.input<typeof checkedPlan>

const readingOptions = {
  /** The side of the stage, instead of the one in the file. */
  focus: z.optional(oneOf(SIDES)),
  /** Prices in percent of the show's price: "Stalls=120, Circle=80". */
  prices: z.optional(optionalText(2000)),
  /** Moves zones apart whose seats lie on each other. */
  separatesZones: z.optional(flagText),
}

const planFields = { name: singleLineText(), locationId }

export const changedPlan = z.object({
  name: planFields.name,
  locationId: z.optional(locationId),
  isRetired: z.boolean({ error: messages.invalid }),
  version: integer(1),
})

export const listAdminPlans = endpoint({
  method: 'GET',
  path: '/admin/seating-plans',
  summary: 'List seating plans, filtered by their name or that of their location.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object({ ...paging, name: z.optional(optionalText()), locationId: z.optional(locationIdText) }),
  body: nothing,
  reply: listOf(listedPlan),
  status: 200,
  problems: [],
})

export const getAdminPlan = endpoint({
  method: 'GET',
  path: '/admin/seating-plans/:id',
  summary: 'Get a seating plan for editing.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: seatingPlanIdText }),
  query: nothing,
  body: nothing,
  reply: adminPlan,
  status: 200,
  problems: ['deleted', 'not_found'],
})

export const checkPlanFile = endpoint({
  method: 'POST',
  path: '/admin/seating-plans/checks',
  summary:
    'Read a plan file, the multipart field named file, and store nothing. The name is for a file that gives none.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: nothing,
  query: z.object({ ...readingOptions, name: z.optional(optionalText()) }),
  body: nothing,
  reply: checkedPlan,
  status: 200,
  problems: ['plan_file_refused', 'unsupported_media_type'],
})

export const uploadPlan = endpoint({
  method: 'POST',
  path: '/admin/seating-plans',
  summary: 'Create a seating plan of a location from a plan file, the multipart field named file.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: nothing,
  query: z.object({ ...readingOptions, name: planFields.name, locationId: locationIdText }),
  body: nothing,
  reply: adminPlan,
  status: 201,
  problems: ['not_found', 'plan_file_refused', 'plan_name_taken', 'unsupported_media_type'],
})

export const editPlan = endpoint({
  method: 'PUT',
  path: '/admin/seating-plans/:id',
  summary: 'Rename a seating plan, assign its location, retire or restore it. Its places never change.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: z.object({ id: seatingPlanIdText }),
  query: nothing,
  body: changedPlan,
  reply: adminPlan,
  status: 200,
  problems: ['changed_meanwhile', 'deleted', 'invalid_fields', 'not_found', 'plan_name_taken'],
})

export const deletePlan = endpoint({
  method: 'DELETE',
  path: '/admin/seating-plans/:id',
  summary: 'Delete a seating plan without shows.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: seatingPlanIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['in_use'],
})

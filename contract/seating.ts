import * as z from 'zod/mini'
import { PLACE_KINDS, PLACE_TYPES } from '#domain/tickets/places.ts'
import { endpoint } from './endpoint.ts'
import { listOf, nothing, optionalText, paging } from './fields.ts'
import { COMPACT_PLAN } from './compact-seating/media-types.ts'
import { placeId, seatingPlanId, seatingPlanIdText, sectorId, showIdText } from './ids.ts'

/** A box in percent: of the plan for a sector, of the sector for a place. */
const box = { x: z.number(), y: z.number(), width: z.number(), height: z.number() }

export const placeType = z.enum(PLACE_TYPES)
export type PlaceType = z.output<typeof placeType>

export const placeKind = z.enum(PLACE_KINDS)

export const place = z.object({
  id: placeId,
  placeType,
  rowName: z.string(),
  seatNumber: z.number(),
  /** Missing for most seats, which are of no special kind. */
  kind: z.optional(placeKind),
  ...box,
})
export type Place = z.output<typeof place>

export const sector = z.object({
  id: sectorId,
  name: z.string(),
  ...box,
  /** Corner points x, y, x, y, … in percent of the sector's box. Null when the outline is the box itself. */
  outline: z.nullable(z.array(z.number())),
  isAvailable: z.boolean(),
  pricePercent: z.number(),
  places: z.array(place),
})
export type Sector = z.output<typeof sector>

const planFields = {
  id: seatingPlanId,
  name: z.string(),
  /** Width divided by height. */
  aspect: z.number(),
  /** The point where the audience looks, in percent of the plan. */
  focalPoint: z.object({ x: z.number(), y: z.number() }),
}

/** A plan for previews: its sectors without their places. */
export const seatingPlanSummary = z.object({ ...planFields, sectors: z.array(z.omit(sector, { places: true })) })
export type SeatingPlanSummary = z.output<typeof seatingPlanSummary>

export const seatingPlan = z.object({ ...planFields, sectors: z.array(sector) })
export type SeatingPlan = z.output<typeof seatingPlan>

export const listSeatingPlans = endpoint({
  method: 'GET',
  path: '/seatingplans',
  summary: 'Search seating plans. Their sectors have no places here.',
  access: 'anyone',
  params: nothing,
  query: z.object({ ...paging, name: z.optional(optionalText()) }),
  body: nothing,
  reply: listOf(seatingPlanSummary),
  status: 200,
  problems: [],
})

export const getSeatingPlanOfShow = endpoint({
  method: 'GET',
  path: '/seatingplans/event-show/:id',
  summary: 'Get the seating plan of a show with all sectors and places.',
  access: 'anyone',
  params: z.object({ id: showIdText }),
  /** The version from `seatingPlan.version` of the show. The reply to a current version can be cached forever. */
  query: z.object({ version: z.optional(optionalText()) }),
  body: nothing,
  reply: seatingPlan,
  status: 200,
  problems: ['not_found'],
  compact: COMPACT_PLAN,
})

export const standingCapacity = z.object({ seatingPlanPlaceId: placeId, occupied: z.number(), capacity: z.number() })
export type StandingCapacity = z.output<typeof standingCapacity>

export const listStandingCapacities = endpoint({
  method: 'GET',
  path: '/seatingplans/capacity',
  summary: 'Get the occupancy of the standing places of a show.',
  access: 'anyone',
  params: nothing,
  query: z.object({ seatingPlanId: seatingPlanIdText, eventShowId: showIdText }),
  body: nothing,
  reply: listOf(standingCapacity),
  status: 200,
  problems: ['not_found'],
})

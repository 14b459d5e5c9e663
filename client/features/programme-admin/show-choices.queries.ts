import type * as z from 'zod/mini'
import { listArtists } from '#contract/artists.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listLocations } from '#contract/locations.ts'
import { listSeatingPlans } from '#contract/seating.ts'
import type { getShow } from '#contract/shows.ts'
import { call } from '#client/api.ts'

/** Artists and locations as of a show, too. */
export type ChosenArtist = ReplyOf<typeof getShow>['artist']
export type ChosenLocation = ReplyOf<typeof getShow>['location']
export type PlanOfList = ReplyOf<typeof listSeatingPlans>['elements'][number]
/** A plan of the list, or only the name of the present plan of a show. */
export type ChosenPlan = PlanOfList | Pick<PlanOfList, 'id' | 'name'>

/** Lists one page of artists to choose from. */
export const loadArtists = (query: z.input<typeof listArtists.query>, signal: AbortSignal) =>
  call(listArtists, { query, signal })

/** Lists one page of locations to choose from. */
export const loadLocations = (query: z.input<typeof listLocations.query>, signal: AbortSignal) =>
  call(listLocations, { query, signal })

/** Lists one page of seating plans to choose from. */
export const loadSeatingPlans = (query: z.input<typeof listSeatingPlans.query>, signal: AbortSignal) =>
  call(listSeatingPlans, { query, signal })

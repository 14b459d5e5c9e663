import type * as z from 'zod/mini'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listArtists } from '#contract/artists.ts'
import { createEvent, listEvents, type newEvent } from '#contract/events.ts'
import { listLocations } from '#contract/locations.ts'
import { createNews, type newNews } from '#contract/news.ts'
import { listSeatingPlans } from '#contract/seating.ts'
import { createShow, type getShow, type newShow } from '#contract/shows.ts'
import { call } from '#client/api.ts'

/** Artists, events and locations as of a show, too. */
export type ChosenArtist = ReplyOf<typeof getShow>['artist']
export type ChosenEvent = Pick<ReplyOf<typeof listEvents>['elements'][number], 'id' | 'title' | 'type'>
export type ChosenLocation = ReplyOf<typeof getShow>['location']
export type PlanOfList = ReplyOf<typeof listSeatingPlans>['elements'][number]
/** A plan of the list, or only the name of the present plan of a show. */
export type ChosenPlan = PlanOfList | Pick<PlanOfList, 'id' | 'name'>

/** Lists one page of artists to choose from. */
export const loadArtists = (query: z.input<typeof listArtists.query>, signal: AbortSignal) =>
  call(listArtists, { query, signal })

/** Lists one page of events to choose from. */
export const loadEvents = (query: z.input<typeof listEvents.query>, signal: AbortSignal) =>
  call(listEvents, { query, signal })

/** Lists one page of locations to choose from. */
export const loadLocations = (query: z.input<typeof listLocations.query>, signal: AbortSignal) =>
  call(listLocations, { query, signal })

/** Lists one page of seating plans to choose from. */
export const loadSeatingPlans = (query: z.input<typeof listSeatingPlans.query>, signal: AbortSignal) =>
  call(listSeatingPlans, { query, signal })

/** Creates an event. */
export const sendEvent = (body: z.input<typeof newEvent>) => call(createEvent, { body })

/** Creates a show. */
export const sendShow = (body: z.input<typeof newShow>) => call(createShow, { body })

/** Publishes a news article. */
export const sendNews = (body: z.input<typeof newNews>) => call(createNews, { body })

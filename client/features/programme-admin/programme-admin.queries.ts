import type * as z from 'zod/mini'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { listArtists } from '#contract/artists.ts'
import { createEvent, type listEvents, type newEvent } from '#contract/events.ts'
import type { listLocations } from '#contract/locations.ts'
import { createNews, type newNews } from '#contract/news.ts'
import type { listSeatingPlans } from '#contract/seating.ts'
import { createShow, type newShow } from '#contract/shows.ts'
import { call } from '#client/api.ts'

export type ChosenArtist = ReplyOf<typeof listArtists>['elements'][number]
export type ChosenEvent = ReplyOf<typeof listEvents>['elements'][number]
export type ChosenLocation = ReplyOf<typeof listLocations>['elements'][number]
export type ChosenPlan = ReplyOf<typeof listSeatingPlans>['elements'][number]

/** Creates an event. */
export const sendEvent = (body: z.input<typeof newEvent>) => call(createEvent, { body })

/** Creates a show. */
export const sendShow = (body: z.input<typeof newShow>) => call(createShow, { body })

/** Publishes a news article. */
export const sendNews = (body: z.input<typeof newNews>) => call(createNews, { body })

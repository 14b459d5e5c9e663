import * as z from 'zod/mini'
import { amount, momentOut } from './fields.ts'
import { showId } from './ids.ts'

/** The shows to come of an event, an artist or a venue. */
export const comingShows = z.object({
  count: z.number(),
  /** Cents for the cheapest place on sale. */
  priceFrom: amount,
  cityCount: z.number(),
  /** The first of them. */
  next: z.object({
    id: showId,
    startTime: momentOut,
    endTime: momentOut,
    venue: z.string(),
    city: z.string(),
    timeZone: z.string(),
  }),
})

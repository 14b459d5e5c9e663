import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'
import { placeId, showIdText } from './ids.ts'

/** How places stand now: each with the number of live tickets that hold it, 0 or 1 for a seat. */
export const placeStates = z.array(z.tuple([placeId, z.number()]))
export type PlaceStates = z.output<typeof placeStates>

/**
 * Server-sent events until the client leaves. An event without a name carries `PlaceStates`. `reset`: changes may have
 * been missed, so ask for the whole state now. `beat`: nothing but a sign of life, at least every 20 seconds.
 */
export const watchPlaces = endpoint({
  method: 'GET',
  path: '/eventshows/:id/places/stream',
  summary: 'Watch the places of a show: what changes, as server-sent events.',
  who: 'visitor',
  params: z.object({ id: showIdText }),
  query: nothing,
  body: nothing,
  reply: placeStates,
  status: 200,
  problems: ['not_found'],
})

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'
import { placeId, showIdText } from './ids.ts'

/** The current state of places: each id with the number of live tickets that hold it, 0 or 1 for a seat. */
export const placeStates = z.array(z.tuple([placeId, z.number()]))
export type PlaceStates = z.output<typeof placeStates>

/**
 * Sends server-sent events until the client disconnects. Events without a name carry `PlaceStates`. `reset`: changes
 * may have been missed, so the client must fetch the whole state. `beat`: a heartbeat, at least every 20 seconds. Staff
 * also watches shows that visitors do not see yet; such a stream ends with the session or the role.
 */
export const watchPlaces = endpoint({
  method: 'GET',
  path: '/eventshows/:id/places/stream',
  summary: 'Watch the places of a show: their changes as server-sent events.',
  access: 'anyone',
  params: z.object({ id: showIdText }),
  query: nothing,
  body: nothing,
  reply: placeStates,
  status: 200,
  problems: ['not_found'],
})

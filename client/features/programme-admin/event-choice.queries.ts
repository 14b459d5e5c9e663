import type * as z from 'zod/mini'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listEvents } from '#contract/events.ts'
import { call } from '#client/api.ts'

export type ChosenEvent = Pick<ReplyOf<typeof listEvents>['elements'][number], 'id' | 'title' | 'type'>

/** Lists one page of events to choose from. */
export const loadEvents = (query: z.input<typeof listEvents.query>, signal: AbortSignal) =>
  call(listEvents, { query, signal })

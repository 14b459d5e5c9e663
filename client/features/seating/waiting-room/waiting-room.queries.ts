import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { arriveAtShow, getLine, leaveLine } from '#contract/waiting-room.ts'
import type { ShowId } from '#domain/ids.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { call } from '#client/api.ts'
import { refreshMs } from './expected-wait.ts'

export type Arrival = ReplyOf<typeof arriveAtShow>
export type Line = Arrival['line']

/** The interval in which a page with a pass shows that its customer is there. */
const SIGN_OF_LIFE_MS = 120_000
/** The time after which a page asks again for the result of the draw. */
const DRAW_MS = 3_000
/** Repetitions while the shop is too busy to answer, spread in milliseconds. */
const RETRIES = 20
const RETRY_MS = { from: 2_000, to: 6_000 }

/** The customer's place in the line of a show, or the pass. Asking for it is the arrival. */
export const arrivalQuery = (id: ShowId) =>
  queryOptions({
    queryKey: ['arrival', id],
    queryFn: ({ signal }): Promise<Arrival> =>
      repeatWhileBusy(() => call(arriveAtShow, { params: { id }, signal }), signal),
    refetchInterval: ({ state: { data } }) => {
      if (data?.state === 'LOT') return DRAW_MS
      return data?.state === 'ADMITTED' && SIGN_OF_LIFE_MS
    },
    refetchIntervalInBackground: true,
    staleTime: 0,
    meta: { isUnasked: true },
  })

/** Repeats a call that got no answer. The retries of a query would wait until its tab is visible. */
async function repeatWhileBusy<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let failures = 1; failures <= RETRIES; failures += 1) {
    try {
      return await ask()
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error
    }
    await wait(RETRY_MS.from + Math.random() * (RETRY_MS.to - RETRY_MS.from))
    signal.throwIfAborted()
  }
  return ask()
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Tells whether the shop did not answer, or was too busy to. */
function isTransient(error: unknown): boolean {
  return !(error instanceof ApiError) || [0, 429, 503].includes(error.status)
}

/** The state of the line, asked for more often the nearer the customer's number comes. */
export const lineQuery = (id: ShowId, number: number | undefined) =>
  queryOptions({
    queryKey: ['line', id],
    queryFn: ({ signal }): Promise<Line> => call(getLine, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => refreshMs(number, data),
    refetchIntervalInBackground: true,
    enabled: number !== undefined,
    staleTime: 0,
    meta: { isUnasked: true },
  })

/** Leaves the line of a show. */
export const leaveMutation = (id: ShowId) => mutationOptions({ mutationFn: () => call(leaveLine, { params: { id } }) })

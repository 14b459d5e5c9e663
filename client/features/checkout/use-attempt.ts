import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#client/calls/api-error.ts'
import { newKey } from '#client/calls/new-key.ts'
import { useAction } from '#client/calls/use-action.ts'
import type { Attempt } from './checkout.queries.ts'

type Call<Body, Reply> = {
  readonly send: (attempt: Attempt<Body>) => Promise<Reply>
  readonly onDone: (reply: Reply) => Promise<void>
}

/**
 * Makes a call of the checkout. Ignores a second click while it is pending. Repeats a call of unknown outcome with the
 * same Idempotency-Key, so that nothing is bought twice.
 */
export function useAttempt<Body, Reply>({ send, onDone }: Call<Body, Reply>) {
  const queryClient = useQueryClient()
  const [unsettled, setUnsettled] = useState<Attempt<Body>>()
  const { act, isPending, error } = useAction({
    mutationFn: send,
    onSuccess: async (reply) => {
      await onDone(reply)
      await queryClient.invalidateQueries()
    },
    onError: (failure, attempt) => {
      const isUnknown = isEndUnknown(failure)
      setUnsettled(isUnknown ? attempt : undefined)
      // Prices, stock or reservations may have changed: refetches them and keeps the input.
      if (!isUnknown) void queryClient.invalidateQueries()
    },
  })
  return {
    attempt: (body: Body) => act(unsettled && isSame(unsettled.body, body) ? unsettled : { body, key: newKey() }),
    isPending,
    /** The sentence of the last refusal; undefined if the outcome is unknown. */
    refusal: error && !isEndUnknown(error) ? error.message : undefined,
    /** Whether the last refusal was that tickets are no longer reserved. */
    hasLostTickets: error instanceof ApiError && error.code === 'reservation_run_out',
    /** Repeats the call of unknown outcome, if there is one. */
    repeat: unsettled && (() => act(unsettled)),
  }
}

/** Tells whether the server may have done its work nevertheless: no answer, or an inconclusive one. */
function isEndUnknown(error: Error): boolean {
  if (!(error instanceof ApiError)) return true
  return error.status === 0 || (error.status >= 500 && error.code === undefined)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

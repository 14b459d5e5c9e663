import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sentenceOf } from '#contract/problems.ts'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { SeatChoice } from '#domain/seat-choice/seat-choice.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { useReloadCart } from '#client/customer/cart.ts'
import { newKey } from '#client/calls/new-key.ts'
import { dismissFailure, dismissToast, toastError, toastSuccess, type ToastId } from '#client/ui/feedback/toasts.ts'
import { keepChoice } from './kept-choice.ts'
import { reserveMutation } from './seating.queries.ts'
import { texts } from './seating.texts.ts'
import { arrivalQuery } from './waiting-room/waiting-room.queries.ts'

type Options = {
  readonly showId: ShowId
  readonly isPast: boolean
  readonly goToCheckout: () => Promise<void>
  /** Called after a refusal, because the page is outdated. Returns whether the page is up to date now. */
  readonly onRefused: () => Promise<boolean>
}

export type Reservation = ReturnType<typeof useReservation>

/** Reserves the choice. After a lost answer, the same choice is sent again with the same idempotency key. */
export function useReservation({ showId, isPast, goToCheckout, onRefused }: Options) {
  const reloadCart = useReloadCart()
  const client = useQueryClient()
  const { mutate, isPending, isSuccess, error, variables } = useMutation({
    ...reserveMutation(showId),
    // Also runs after the customer has left the page.
    onSuccess: () => {
      toastSuccess(texts.reserved)
      keepChoice(showId, [])
      void reloadCart()
    },
  })
  const [isLeaving, setLeaving] = useState(false)
  // The choice stays locked until the checkout is open, or the customer has navigated back.
  const isReserving = isPending || isLeaving
  const openRequest = useRef<{ placeIds: SeatChoice; idempotencyKey: string }>(undefined)

  const nothingChosen = useRef<ToastId>(undefined)

  function reserve(placeIds: SeatChoice) {
    if (isReserving) return
    if (isPast) return void toastError(sentenceOf(problem('show_started')))
    if (placeIds.length === 0) return void (nothingChosen.current = toastError(texts.nothingChosen))
    if (openRequest.current?.placeIds !== placeIds) openRequest.current = { placeIds, idempotencyKey: newKey() }
    mutate(openRequest.current, {
      onSuccess: async () => {
        setLeaving(true)
        await goToCheckout()
        setLeaving(false)
      },
      onError: async (error) => {
        // The reloaded cart shows whether the tickets are reserved.
        if (!isAnswer(error)) return void reloadCart()
        openRequest.current = undefined
        if (error.code === 'waiting') void client.invalidateQueries({ queryKey: arrivalQuery(showId).queryKey })
        const isShown = await onRefused()
        // The choice drops lost places and announces them, so the toast is not needed.
        if (isShown && isLoss(error)) dismissFailure(error)
      },
    })
  }

  return {
    reserve,
    /** Removes the toast that nothing is chosen, once that is no longer true. */
    noteChoice: (placeIds: SeatChoice) => placeIds.length > 0 && dismissToast(nothingChosen.current),
    isReserving,
    /** The reserved choice, if the customer is still or again on this page. */
    reserved: isSuccess && !isLeaving ? variables.placeIds : undefined,
    /** Whether the last request for this choice failed without an answer. */
    isUnconfirmed: (placeIds: SeatChoice) => error !== null && !isAnswer(error) && variables.placeIds === placeIds,
    /** Whether a request for exactly this choice is pending or has lost its answer. */
    isUnanswered: (placeIds: SeatChoice) => openRequest.current?.placeIds === placeIds,
  }
}

function isLoss({ code }: ApiError): boolean {
  return code === 'seats_taken' || code === 'standing_full'
}

/** Tells whether the server has refused. After any other error, the places may be reserved. */
function isAnswer(error: Error): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408
}

import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sentenceOf } from '#contract/problems.ts'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { SeatChoice } from '#domain/seat-choice/seat-choice.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { useReloadCart } from '#client/customer/cart.ts'
import { newKey } from '#client/calls/new-key.ts'
import { dismissFailure, toastError, toastSuccess } from '#client/ui/feedback/toasts.ts'
import { keepChoice } from './kept-choice.ts'
import { reserveMutation } from './seating.queries.ts'
import { texts } from './seating.texts.ts'

type Options = {
  readonly showId: ShowId
  readonly isPast: boolean
  readonly goToCheckout: () => Promise<void>
  /** Called when the server refused: what it knows is other than what is shown. Answers whether it is shown now. */
  readonly onRefused: () => Promise<boolean>
}

export type Reservation = ReturnType<typeof useReservation>

/** Reserves what was chosen. A wish whose answer got lost is sent again under the same key, so that it counts once. */
export function useReservation({ showId, isPast, goToCheckout, onRefused }: Options) {
  const reloadCart = useReloadCart()
  const { mutate, isPending, isSuccess, error, variables } = useMutation({
    ...reserveMutation(showId),
    // Whoever has gone elsewhere meanwhile is told, too.
    onSuccess: () => {
      toastSuccess(texts.reserved)
      keepChoice(showId, [])
      void reloadCart()
    },
  })
  const [isLeaving, setLeaving] = useState(false)
  // What is reserved stays as it is until the checkout is there, or whoever goes there has turned round.
  const isReserving = isPending || isLeaving
  const open = useRef<{ placeIds: SeatChoice; idempotencyKey: string }>(undefined)

  function reserve(placeIds: SeatChoice) {
    if (isReserving) return
    if (isPast) return void toastError(sentenceOf(problem('show_started')))
    if (placeIds.length === 0) return void toastError(texts.nothingChosen)
    if (open.current?.placeIds !== placeIds) open.current = { placeIds, idempotencyKey: newKey() }
    mutate(open.current, {
      onSuccess: async () => {
        setLeaving(true)
        await goToCheckout()
        setLeaving(false)
      },
      onError: async (error) => {
        // The cart knows, if it can be asked.
        if (!isAnswer(error)) return void reloadCart()
        open.current = undefined
        const isShown = await onRefused()
        // Lost places leave the choice, which tells of them.
        if (isShown && isLoss(error)) dismissFailure(error)
      },
    })
  }

  return {
    reserve,
    isReserving,
    /** What is reserved, though the page is still there. */
    reserved: isSuccess && !isLeaving ? variables.placeIds : undefined,
    /** Whether this choice was asked for, and nobody knows what became of it. */
    isUnconfirmed: (placeIds: SeatChoice) => error !== null && !isAnswer(error) && variables.placeIds === placeIds,
    /** Whether the answer to just this choice is still to come, or got lost. */
    isUnanswered: (placeIds: SeatChoice) => open.current?.placeIds === placeIds,
  }
}

function isLoss({ code }: ApiError): boolean {
  return code === 'seats_taken' || code === 'standing_full'
}

/** Whether the server has decided. Anything else leaves open whether the places are reserved. */
function isAnswer(error: Error): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408
}

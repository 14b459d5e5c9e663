import { queryOptions, skipToken, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { getAdminOrder } from '#contract/admin-orders.ts'
import { listBuyers, moveTicket, sellPlaces, type newSale } from '#contract/box-office.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { type changedHold, createHold, editHold, listHolds, type newHold, releaseHeld } from '#contract/holds.ts'
import { watchPlaces } from '#contract/places.ts'
import type { HoldId, OrderId, PlaceId, ShowId, TicketId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { call, openEvents } from '#client/api.ts'
import { newKey } from '#client/calls/new-key.ts'
import { useAction } from '#client/calls/use-action.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './box-office.texts.ts'
import { FetchedEvents } from '#client/calls/fetched-events.ts'

export type Hold = ReplyOf<typeof listHolds>['elements'][number]
export type Sold = ReplyOf<typeof sellPlaces>

const REFRESH_MS = 15_000

/** Queries the held places of a show. */
export const holdsQuery = (id: ShowId) =>
  queryOptions({
    queryKey: ['holds', id],
    queryFn: ({ signal }) => call(listHolds, { params: { id }, signal }),
    refetchInterval: REFRESH_MS,
  })

/** Opens the event stream with changes of a show's places as staff, also before visitors see the show. */
export const openStaffStream = (id: ShowId) =>
  new FetchedEvents((options) => openEvents(watchPlaces, { params: { id } }, options))

/** Finds customers by name or email. */
export const buyersQuery = (text: string) =>
  queryOptions({
    queryKey: ['buyers', text],
    queryFn: ({ signal }) => call(listBuyers, { query: { text }, signal }),
    enabled: text.trim() !== '',
  })

/** Sells places. The same key repeats the answer to the same request. */
export const sendSale = (id: ShowId, body: z.input<typeof newSale>, idempotencyKey = newKey()) =>
  call(sellPlaces, { params: { id }, body, idempotencyKey })

/** Holds places. */
export const sendHold = (id: ShowId, body: z.input<typeof newHold>) =>
  call(createHold, { params: { id }, body, idempotencyKey: newKey() })

/** Changes a hold. */
export const sendHoldChange = (id: HoldId, body: z.input<typeof changedHold>) =>
  call(editHold, { params: { id }, body })

/** Releases held places. */
export function useRelease(showId: ShowId, onReleased?: () => void) {
  const client = useQueryClient()
  return useAction({
    mutationFn: (ticketIds: readonly TicketId[]) => call(releaseHeld, { body: { ticketIds: [...ticketIds] } }),
    onSuccess: () => {
      toastSuccess(texts.released)
      onReleased?.()
    },
    onSettled: () => client.invalidateQueries({ queryKey: holdsQuery(showId).queryKey }),
  })
}

/** A ticket to move, and its order if the address names it. */
export type MovedTicket = { readonly id: TicketId; readonly orderId: OrderId | undefined }

export type MovedOrder = ReplyOf<typeof getAdminOrder>

/** Queries the order of a ticket to move. */
export const movedOrderQuery = (id: OrderId | undefined) =>
  queryOptions({
    queryKey: ['admin-order', id],
    queryFn: id === undefined ? skipToken : ({ signal }) => call(getAdminOrder, { params: { id }, signal }),
  })

type Move = { placeId: PlaceId; paymentType?: 'CASH' | 'CARD'; expectedPrice?: Cents }

/** Moves a ticket to a free place. */
export function useMove(id: TicketId, onMoved: (sold: Sold) => unknown) {
  const client = useQueryClient()
  return useAction({
    mutationFn: (body: Move) => call(moveTicket, { params: { id }, body, idempotencyKey: newKey() }),
    onSuccess: (sold) => {
      toastSuccess(texts.moved)
      void client.invalidateQueries()
      return onMoved(sold)
    },
  })
}

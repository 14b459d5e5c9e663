import { queryOptions } from '@tanstack/react-query'
import { getOwnTicket } from '#contract/ticket-codes.ts'
import type { TicketId } from '#domain/ids.ts'
import { getTicketCalendar } from '#contract/ticket-calendar.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { saveFile } from '#client/ui/save-file.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { forgetTicket, type OwnTicket, readStoredTicket, storeTicket } from './stored-tickets.ts'

/** Queries one of the customer's own tickets and keeps it on this device, or no longer. */
export const ownTicketQuery = (id: TicketId) =>
  queryOptions({
    queryKey: ['own-tickets', 'one', id],
    queryFn: async ({ signal }) => {
      try {
        const answer = await call(getOwnTicket, { params: { id }, signal })
        const clockOffsetMs = answer.live ? Date.parse(answer.live.now) - Date.now() : 0
        const found: OwnTicket = { ...answer, clockOffsetMs }
        void (found.code === null ? forgetTicket(id) : storeTicket(found))
        return found
      } catch (error) {
        if (error instanceof ApiError && [404, 410].includes(error.status)) void forgetTicket(id)
        throw error
      }
    },
    // The page itself shows a failure, also beside a kept ticket.
    meta: { isUnasked: true },
  })

/** Reads a ticket that this device keeps; null without one. */
export const storedTicketQuery = (id: TicketId) =>
  queryOptions({
    queryKey: ['own-tickets', 'stored', id],
    queryFn: async () => (await readStoredTicket(id)) ?? null,
  })

/** Downloads the calendar entry of a ticket's show. */
export function useDownloadCalendar(id: TicketId) {
  return useAction({
    mutationFn: () => call(getTicketCalendar, { params: { id } }),
    onSuccess: (calendar) => saveFile('show.ics', new Blob([calendar], { type: 'text/calendar' })),
  })
}

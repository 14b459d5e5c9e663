import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { getWaitingRoom, setWaitingRoom } from '#contract/admin-waiting-room.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { ShowId } from '#domain/ids.ts'
import { call } from '#client/api.ts'

/** The interval of the figures in milliseconds. */
const REFRESH_MS = 5_000

export type WaitingRoom = ReplyOf<typeof getWaitingRoom>

/** Reads the settings and present figures of the waiting room of a show. */
export const waitingRoomQuery = (id: ShowId) =>
  queryOptions({
    queryKey: ['waiting-room', id],
    queryFn: ({ signal }): Promise<WaitingRoom> => call(getWaitingRoom, { params: { id }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { showsError: true },
  })

export type WaitingRoomSettings = z.input<typeof setWaitingRoom.body>

/** Sets when a show has a waiting room and how fast it admits. */
export const sendWaitingRoom = (id: ShowId, body: WaitingRoomSettings) => call(setWaitingRoom, { params: { id }, body })

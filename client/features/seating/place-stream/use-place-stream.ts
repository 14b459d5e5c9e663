import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ShowId } from '#domain/ids.ts'
import { placeStreamUrl, snapshotQuery } from '../seating.queries.ts'
import { PlaceStream } from './place-stream.ts'

/**
 * The stream of a show while the page is open. `isLive`: nobody needs to ask what has changed; `isInterrupted`: it was so, and
 * has not been for a while.
 */
export type LivePlaces = { readonly stream: PlaceStream; readonly isLive: boolean; readonly isInterrupted: boolean }

/** Listens to what changes of a show's places. Whenever something may have been missed, the snapshot is asked for again. */
export function usePlaceStream(showId: ShowId): LivePlaces {
  const client = useQueryClient()
  const [stream] = useState(() => {
    const { queryKey } = snapshotQuery(showId, undefined)
    return new PlaceStream(placeStreamUrl(showId), () => void client.invalidateQueries({ queryKey }))
  })
  useEffect(() => stream.start(), [stream])
  const isLive = useSyncExternalStore(stream.onLive, stream.isLive)
  const isInterrupted = useSyncExternalStore(stream.onLive, stream.isInterrupted)
  return { stream, isLive, isInterrupted }
}

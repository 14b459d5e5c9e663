import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ShowId } from '#domain/ids.ts'
import { openPlaceStream, snapshotQuery } from '../seating.queries.ts'
import { type OpenStream, PlaceStream } from './place-stream.ts'

/**
 * The stream of a show while the page is open. `isLive`: all changes are being received; `isInterrupted`: a live stream
 * has been interrupted for a while.
 */
export type LivePlaces = { readonly stream: PlaceStream; readonly isLive: boolean; readonly isInterrupted: boolean }

/**
 * Receives the changes of a show's places by the stream of visitors or another one. Reloads the snapshot whenever
 * changes may have been missed.
 */
export function usePlaceStream(showId: ShowId, open: OpenStream = () => openPlaceStream(showId)): LivePlaces {
  const client = useQueryClient()
  const [stream] = useState(() => {
    const { queryKey } = snapshotQuery(showId, undefined)
    return new PlaceStream(open, () => void client.invalidateQueries({ queryKey }))
  })
  useEffect(() => {
    let stop: (() => void) | undefined
    // In a task of its own, after the other effects of the page.
    const starting = setTimeout(() => (stop = stream.start()))
    return () => {
      clearTimeout(starting)
      stop?.()
    }
  }, [stream])
  const isLive = useSyncExternalStore(stream.onStatusChange, stream.isLive)
  const isInterrupted = useSyncExternalStore(stream.onStatusChange, stream.isInterrupted)
  return { stream, isLive, isInterrupted }
}

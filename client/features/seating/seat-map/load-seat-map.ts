import { lazy } from 'react'
import { ChunkError } from '#client/shell/lazy-page.tsx'
import type { SeatMap as SeatMapPart } from './seat-map.tsx'

let loading: Promise<{ SeatMap: typeof SeatMapPart }> | undefined

/** Fetches the map's code, so that it comes beside the plan and not after it. */
export function preloadSeatMap(): void {
  load().catch(() => {
    // Whoever draws the map asks again, and is told.
  })
}

/** The map, fetched when it is first drawn if it is not there yet. */
export const SeatMap = lazy(async () => {
  const { SeatMap } = await load()
  return { default: SeatMap }
})

function load() {
  loading ??= import('./seat-map.tsx').catch((error: unknown) => {
    loading = undefined
    throw new ChunkError(error)
  })
  return loading
}

import { lazy, type ComponentType } from 'react'
import { ChunkError } from '#client/shell/lazy-page.tsx'

/** A part whose code is fetched when it is first drawn, or as soon as it is likely to be. */
function fetched<Name extends string, Props>(load: () => Promise<Record<Name, ComponentType<Props>>>, name: Name) {
  let loading: ReturnType<typeof load> | undefined
  const fetchCode = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw new ChunkError(error)
    })
    return loading
  }
  const View = lazy(async () => ({ default: (await fetchCode())[name] })) as unknown as ComponentType<Props>
  // Whoever draws it asks again, and is told.
  const preload = () => void fetchCode().catch(() => undefined)
  return { View, preload }
}

export const { View: SeatList, preload: preloadSeatList } = fetched(
  () => import('./seat-list/seat-list.tsx'),
  'SeatList',
)

import { QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useState } from 'react'
import type { OpenStream } from './place-stream/place-stream.ts'
import { usePlaceStream } from './place-stream/use-place-stream.ts'
import { NOT_LOADED } from './seat-availability.ts'
import { planQuery, snapshotQuery, type Snapshot } from './seating.queries.ts'
import type { Show } from './show-header.tsx'
import { useBuiltPlaces } from './use-built-places.ts'

/**
 * Keeps the availability of a show's places up to date while the page is open. It is `NOT_LOADED` until the plan has
 * arrived. Components subscribe to the availability, because the page does not rerender for every change.
 */
export function useShowPlaces(
  { id, price, seatingPlan }: Pick<Show, 'id' | 'price' | 'seatingPlan'>,
  openStream?: OpenStream,
) {
  const client = useQueryClient()
  const { stream, isLive, isInterrupted } = usePlaceStream(id, openStream)
  // The version when the page was opened: a newer release may write plans that this page cannot read.
  const [version] = useState(seatingPlan.version)
  // Only failures rerender the page at once: `useBuiltPlaces` shows the rest.
  const plan = useQuery({ ...planQuery(id, version), notifyOnChangeProps: ['isError'] })
  const snapshot = useQuery({ ...snapshotQuery(id, seatingPlan.id, isLive), notifyOnChangeProps: ['isError'] })
  const availability = useBuiltPlaces({ id, version, planId: seatingPlan.id, price })
  // Changes received while the snapshot was loading are newer than the snapshot.
  const applySnapshot = useCallback(
    (state: Snapshot) => {
      if (availability === NOT_LOADED) return
      availability.replace(state)
      availability.apply(stream.statesSince(state.requestedAt))
    },
    [availability, stream],
  )
  // Together with the snapshot: a change that arrives before later effects run would be lost.
  useLayoutEffect(() => stream.subscribe((states) => availability.apply(states)), [availability, stream])
  useLayoutEffect(() => {
    const states = new QueryObserver(client, {
      ...snapshotQuery(id, seatingPlan.id),
      ...{ enabled: false, notifyOnChangeProps: ['data'] },
    })
    const { data } = states.getCurrentResult()
    if (data) applySnapshot(data)
    return states.subscribe(({ data: next }) => next && applySnapshot(next))
  }, [client, id, seatingPlan.id, applySnapshot])

  /** Reloads the snapshot. Returns whether that succeeded. */
  async function reload(): Promise<boolean> {
    const { data: latest, isSuccess } = await snapshot.refetch()
    if (latest) applySnapshot(latest)
    availability.notifyAgain()
    return isSuccess
  }
  /** Reloads the plan and the snapshot. */
  const retry = () => Promise.all([plan.refetch(), snapshot.refetch()])
  const isFailed = availability === NOT_LOADED && (plan.isError || snapshot.isError)
  return { availability, isFailed, isInterrupted, reload, retry }
}

import { QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { usePlaceStream } from './place-stream/use-place-stream.ts'
import { nothingKnown, SeatAvailability } from './seat-availability.ts'
import { seatModelOf } from './seat-model.ts'
import { planQuery, snapshotQuery, type Snapshot } from './seating.queries.ts'
import type { Show } from './show-header.tsx'

/**
 * The places of a show as they stand, kept up to date while the page is open; `nothingKnown` until they are there.
 * Whoever draws them listens to them: the page is not drawn anew for every state that comes.
 */
export function useShowPlaces({ id, price, seatingPlan }: Pick<Show, 'id' | 'price' | 'seatingPlan'>) {
  const client = useQueryClient()
  const { stream, isLive, isCut } = usePlaceStream(id)
  // As it was when the page was opened: a release meanwhile may write plans in a way that this page cannot read.
  const [version] = useState(seatingPlan.version)
  const plan = useQuery(planQuery(id, version))
  const snapshot = useQuery({
    ...snapshotQuery(id, seatingPlan.id, isLive),
    notifyOnChangeProps: ['status'],
  })
  const hasState = snapshot.data !== undefined
  // The state takes longer than a plan that the browser has already.
  const model = useMemo(() => plan.data && seatModelOf(plan.data, price), [plan.data, price])
  const availability = useMemo(() => {
    const state = client.getQueryData(snapshotQuery(id, seatingPlan.id).queryKey)
    if (!model || !hasState || !state) return nothingKnown
    const places = new SeatAvailability(model)
    // So that whoever asks while the page is first drawn is not told that everything is free.
    places.replace(state)
    return places
  }, [client, id, seatingPlan.id, model, hasState])
  // What was heard while the snapshot was on its way is newer.
  const take = useCallback(
    (state: Snapshot) => {
      if (availability === nothingKnown) return
      availability.replace(state)
      availability.apply(stream.heardSince(state.askedAt))
    },
    [availability, stream],
  )
  useLayoutEffect(() => {
    const states = new QueryObserver(client, {
      ...snapshotQuery(id, seatingPlan.id),
      ...{ enabled: false, notifyOnChangeProps: ['data'] },
    })
    const { data } = states.getCurrentResult()
    if (data) take(data)
    return states.subscribe(({ data: next }) => next && take(next))
  }, [client, id, seatingPlan.id, take])
  useEffect(() => stream.subscribe((states) => availability.apply(states)), [availability, stream])

  /** Answers whether it is known now how the places stand. */
  async function reload(): Promise<boolean> {
    const { data: latest, isSuccess } = await snapshot.refetch()
    if (latest) take(latest)
    availability.remind()
    return isSuccess
  }
  /** Asks for all that has not come. */
  const retry = () => Promise.all([plan.refetch(), snapshot.refetch()])
  const isFailed = availability === nothingKnown && (plan.isError || snapshot.isError)
  return { availability, isFailed, isCut, reload, retry }
}

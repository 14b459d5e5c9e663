import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { SeatingState } from '#contract/seating-wire/state.ts'
import type { PlanColumns } from '#contract/seating-wire/plan-columns.ts'
import type { ShowId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { LivePlaces } from './place-stream/use-place-stream.ts'
import { SeatAvailability } from './seat-availability.ts'
import { seatModelOf } from './seat-model.ts'
import { snapshotQuery } from './seating.queries.ts'

type Show = { readonly id: ShowId; readonly price: Cents }

/** The places of a show as they stand, kept up to date while the page is open. */
export function useShowPlaces(show: Show, plan: PlanColumns, { stream, isLive }: LivePlaces) {
  const { data, refetch } = useQuery(snapshotQuery(show.id, plan.id, isLive))
  // So that whoever asks while the page is first drawn is not told that everything is free.
  const [first] = useState(data)
  const availability = useMemo(() => {
    const places = new SeatAvailability(seatModelOf(plan, show.price))
    if (first) places.replace(first)
    return places
  }, [plan, show.price, first])
  // What was heard while the snapshot was on its way is newer.
  const take = useCallback(
    (snapshot: SeatingState & { readonly askedAt: number }) => {
      availability.replace(snapshot)
      availability.apply(stream.heardSince(snapshot.askedAt))
    },
    [availability, stream],
  )
  useLayoutEffect(() => {
    if (data) take(data)
  }, [take, data])
  useEffect(() => stream.subscribe((states) => availability.apply(states)), [availability, stream])

  /** Answers whether it is known now how the places stand. */
  async function reload(): Promise<boolean> {
    const { data: latest, isSuccess } = await refetch()
    if (latest) take(latest)
    availability.remind()
    return isSuccess
  }
  return { availability, reload }
}

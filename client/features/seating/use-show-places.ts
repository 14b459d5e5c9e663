import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo } from 'react'
import type { PlanColumns } from '#contract/seating-wire/plan-columns.ts'
import type { ShowId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { SeatAvailability } from './seat-availability.ts'
import { seatModelOf } from './seat-model.ts'
import { snapshotQuery } from './seating.queries.ts'

/** The places of a show as they stand, kept up to date while the page is open. */
export function useShowPlaces(show: { readonly id: ShowId; readonly price: Cents }, plan: PlanColumns) {
  const availability = useMemo(() => new SeatAvailability(seatModelOf(plan, show.price)), [plan, show.price])
  const { data, refetch } = useQuery(snapshotQuery(show.id, plan.id))
  useLayoutEffect(() => {
    if (data) availability.replace(data)
  }, [availability, data])

  async function reload() {
    const { data: latest } = await refetch()
    if (latest) availability.replace(latest)
  }
  return { availability, reload }
}

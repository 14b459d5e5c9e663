import { QueryObserver, useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import type { PlanColumns } from '#contract/compact-seating/plan-columns.ts'
import type { SeatingPlanId, ShowId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { NOT_LOADED, SeatAvailability } from './seat-availability.ts'
import { seatModelOf, type SeatModel } from './seat-model.ts'
import { planQuery, snapshotQuery } from './seating.queries.ts'

type Built = { readonly plan: PlanColumns; readonly model: SeatModel; readonly hasPlaces: boolean }

type Props = { readonly id: ShowId; readonly version: string; readonly planId: SeatingPlanId; readonly price: Cents }

/**
 * Builds the availability of a plan's places once plan and state have arrived; `NOT_LOADED` until then. Builds it
 * outside of the render and shows it in one that can be interrupted, because both together would block input for too
 * long on a phone.
 */
export function useBuiltPlaces({ id, version, planId, price }: Props): SeatAvailability {
  const client = useQueryClient()
  const [availability, setAvailability] = useState(NOT_LOADED)
  useEffect(() => {
    const observed = { enabled: false, notifyOnChangeProps: ['data' as const] }
    const plans = new QueryObserver(client, { ...planQuery(id, version), ...observed })
    const states = new QueryObserver(client, { ...snapshotQuery(id, planId), ...observed })
    let built: Built | undefined

    function build() {
      const { data: plan } = plans.getCurrentResult()
      if (!plan) return
      // Built early, because a cached plan arrives before the state.
      if (built?.plan !== plan) built = { plan, model: seatModelOf(plan, price), hasPlaces: false }
      const { data: state } = states.getCurrentResult()
      if (!state || built.hasPlaces) return
      built = { ...built, hasPlaces: true }
      const places = new SeatAvailability(built.model)
      // Applied before the first render, which would otherwise show all places as free.
      places.replace(state)
      startTransition(() => setAvailability(places))
    }

    const start = setTimeout(buildOrFail)
    function buildOrFail() {
      try {
        build()
      } catch (error) {
        // Thrown in the render, so that the page tells it.
        setAvailability(() => {
          throw error
        })
      }
    }
    const stops = [plans.subscribe(buildOrFail), states.subscribe(buildOrFail)]
    return () => {
      clearTimeout(start)
      for (const stop of stops) stop()
    }
  }, [client, id, version, planId, price])
  return availability
}

import { QueryObserver, useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import type { PlanColumns } from '#contract/compact-seating/plan-columns.ts'
import type { SeatingPlanId, ShowId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { NOT_LOADED, SeatAvailability } from './seat-availability.ts'
import { seatModelOf, type SeatModel } from './seat-model.ts'
import { planQuery, snapshotQuery } from './seating.queries.ts'
import { placesInPlanUnits } from './sector-layout.ts'

type Built = {
  readonly plan: PlanColumns
  readonly columns: ReturnType<typeof placesInPlanUnits>
  /** Undefined until the step after that of the columns. */
  readonly model?: SeatModel
  readonly hasPlaces?: boolean
}

type Props = { readonly id: ShowId; readonly version: string; readonly planId: SeatingPlanId; readonly price: Cents }

/**
 * Builds the availability of a plan's places once plan and state have arrived; `NOT_LOADED` until then. Builds it
 * outside of the render, in two tasks, and shows it in a render that can be interrupted, because all of it together
 * would block input for too long on a phone.
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
      if (built?.plan !== plan) {
        built = { plan, columns: placesInPlanUnits(plan) }
        next = setTimeout(buildOrFail)
        return
      }
      const { model = seatModelOf(plan, price, built.columns) } = built
      built = { ...built, model }
      const { data: state } = states.getCurrentResult()
      if (!state || built.hasPlaces) return
      built = { ...built, hasPlaces: true }
      const places = new SeatAvailability(model)
      // Applied before the first render, which would otherwise show all places as free.
      places.replace(state)
      startTransition(() => setAvailability(places))
    }

    let next = setTimeout(buildOrFail)
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
      clearTimeout(next)
      for (const stop of stops) stop()
    }
  }, [client, id, version, planId, price])
  return availability
}

import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { useLayoutEffect, type ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { readPlan } from '#contract/compact-seating/read-plan.ts'
import { writePlan } from '#contract/compact-seating/write-plan.ts'
import type { SeatingPlanId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { queryClient } from '#client/calls/query-client.ts'
import { givenSeatingPlan, givenSeatModel, givenState, placeId, showId } from '#client/testing/given-seating-plan.ts'
import { givenShow } from '#client/testing/sample-data.ts'
import { NOT_LOADED } from './seat-availability.ts'
import { planQuery, snapshotQuery } from './seating.queries.ts'
import { useShowPlaces } from './use-show-places.ts'

afterEach(() => queryClient.clear())

test('knows a seat that is taken between the render of the plan and its effects', async () => {
  const seatingPlan = { ...givenShow.seatingPlan, id: givenShow.seatingPlan.id as SeatingPlanId }
  const state = givenState(givenSeatModel(), { reservations: [], capacities: [] })
  queryClient.setQueryData(planQuery(showId, seatingPlan.version).queryKey, readPlan(writePlan(givenSeatingPlan())))
  queryClient.setQueryData(snapshotQuery(showId, seatingPlan.id).queryKey, { ...state, requestedAt: performance.now() })
  const source = Object.assign(new EventTarget(), { close: () => {} })
  const show = { id: showId, price: cents(4_500), seatingPlan }

  const { result } = renderHook(
    () => {
      const places = useShowPlaces(show, () => source)
      const isLoaded = places.availability !== NOT_LOADED
      useLayoutEffect(() => {
        if (isLoaded) source.dispatchEvent(new MessageEvent('message', { data: JSON.stringify([[placeId(1), 1]]) }))
      }, [isLoaded])
      return places
    },
    {
      wrapper: ({ children }: { readonly children: ReactNode }) => (
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      ),
    },
  )
  await waitFor(() => expect(result.current.availability).not.toBe(NOT_LOADED))
  expect([1, 2].map((id) => result.current.availability.freeAt(placeId(id)))).toEqual([0, 1])
})

import { useLayoutEffect, useRef } from 'react'
import type { PlaceId, ShowId } from '#domain/ids.ts'
import type { SeatChoice } from '#domain/seat-choice/seat-choice.ts'
import { keepInTab, keptInTab } from '#client/customer/kept-in-tab.ts'

const STORAGE_KEY = 'seatChoices'

/** Choices by show. */
type Choices = Readonly<Record<string, unknown>>

/** Reads the choice that this customer made for a show in this tab before a reload. */
export function keptChoice(showId: ShowId): SeatChoice {
  const placeIds = keptChoices()[showId]
  return Array.isArray(placeIds) ? placeIds.filter((id): id is PlaceId => Number.isSafeInteger(id)) : []
}

/** Keeps the choice for a show until the tab is closed. An empty choice is removed. */
export function keepChoice(showId: ShowId, placeIds: SeatChoice): void {
  const { [showId]: _, ...others } = keptChoices()
  keepInTab(STORAGE_KEY, placeIds.length === 0 ? others : { ...others, [showId]: placeIds })
}

/** Keeps every change of the choice in the tab. */
export function useKeptChoice(showId: ShowId, placeIds: SeatChoice): void {
  const last = useRef(placeIds)
  useLayoutEffect(() => {
    if (placeIds === last.current) return
    last.current = placeIds
    keepChoice(showId, placeIds)
  }, [showId, placeIds])
}

function keptChoices(): Choices {
  return (keptInTab(STORAGE_KEY) ?? {}) as Choices
}

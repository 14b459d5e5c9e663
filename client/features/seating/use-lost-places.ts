import { useEffect, useEffectEvent, useRef } from 'react'
import type { PlaceId } from '#domain/ids.ts'
import type { SeatChoiceAction, SeatChoiceState } from '#domain/seat-choice/choice-reducer.ts'
import { separateLost, type SeatChoice } from '#domain/seat-choice/seat-choice.ts'
import { offeredPlaceAt } from './place-names.ts'
import type { SeatAvailability } from './seat-availability.ts'
import { useCoalescingThrottle } from './use-coalescing-throttle.ts'

/** Limits announcements of lost places to screen readers to one per interval. */
const ANNOUNCEMENT_INTERVAL_MS = 5_000

type Options = {
  /** Whether lost places stay in this choice, because it may already be reserved. */
  isUnanswered(placeIds: SeatChoice): boolean
  /** Reloads the customer's own places: another tab of the same customer may have taken the lost ones. */
  reloadOwn?: (() => Promise<void>) | undefined
  dispatch(action: SeatChoiceAction): void
}

/** Drops places from the choice when other buyers take them, and announces the loss. */
export function useLostPlaces(
  availability: SeatAvailability,
  { placeIds, lost }: Pick<SeatChoiceState, 'placeIds' | 'lost'>,
  { isUnanswered, reloadOwn, dispatch }: Options,
): void {
  const { model } = availability
  const offered = (ids: readonly PlaceId[]) =>
    ids.flatMap((id) => {
      const index = model.indexOf(id)
      return index === undefined ? [] : [offeredPlaceAt(availability, index)]
    })
  const lostNow = () => separateLost(placeIds, (placeId) => availability.freeAt(placeId)).lost

  const announce = useCoalescingThrottle<PlaceId>(ANNOUNCEMENT_INTERVAL_MS, (ids) =>
    dispatch({ type: 'announceLost', places: offered(ids) }),
  )
  const dropLost = useEffectEvent(() => {
    const ids = lostNow()
    if (ids.length === 0 || isUnanswered(placeIds)) return
    dispatch({ type: 'losePlaces', places: offered([...new Set([...placeIds, ...lost.map(({ id }) => id)])]) })
    announce(ids)
  })
  const isReloading = useRef(false)
  const noticeLost = useEffectEvent(async () => {
    if (isReloading.current || isUnanswered(placeIds) || lostNow().length === 0) return
    if (reloadOwn) {
      isReloading.current = true
      await reloadOwn()
      isReloading.current = false
    }
    dropLost()
  })
  useEffect(() => {
    void noticeLost()
    return availability.subscribe(() => void noticeLost())
  }, [availability])
}

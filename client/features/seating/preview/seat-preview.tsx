import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EventType } from '#domain/shows/event-types.ts'
import type { PlaceId, SeatingPlanId } from '#domain/ids.ts'
import { type Cents, euro, sumOf } from '#domain/money.ts'
import { numberText } from '#domain/number-text.ts'
import { FiguresTable } from '#client/desk/figures-table.tsx'
import { planSectorsQuery } from '#client/desk/plan.queries.ts'
import { useDeskChoice } from '../box-office/use-desk-choice.ts'
import { NOT_LOADED, SeatAvailability } from '../seat-availability.ts'
import { NEVER_FULL } from '../seat-map/seat-map.tsx'
import { seatModelOf } from '../seat-model.ts'
import { SeatPicker } from '../seat-picker.tsx'
import { texts as seatingTexts } from '../seating.texts.ts'
// One chunk holds all that both pages share.
import '../buy-ticket.page.tsx'
import { priceCategoriesOf } from './price-categories.ts'
import { planPlacesQuery } from './seat-preview.queries.ts'
import { texts } from './seat-preview.texts.ts'

export type SeatPreviewProps = {
  readonly planId: SeatingPlanId
  /** The price of the show. */
  readonly price: Cents
  readonly eventType: EventType
}

const NOTHING: readonly PlaceId[] = []

/** Shows the picker of a plan with all places free, and the capacity and revenue of each price category. */
export function SeatPreview({ planId, price, eventType }: SeatPreviewProps) {
  const plan = useQuery(planPlacesQuery(planId))
  const sectors = useQuery(planSectorsQuery(planId))
  const standing = sectors.data?.standingPlaces
  const availability = useMemo(() => {
    if (!plan.data || !standing) return NOT_LOADED
    const free = new SeatAvailability(seatModelOf(plan.data, price))
    free.apply(standing.map(({ id, capacity }) => ({ placeId: id, occupied: 0, capacity })))
    return free
  }, [plan.data, standing, price])
  const isFailed = availability === NOT_LOADED && (plan.isError || sectors.isError)
  const choice = useDeskChoice(availability, { isFailed, isBusy: false, initial: NOTHING })
  const { placeIds, chosen } = choice
  const categories = priceCategoriesOf(availability)
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {texts.hint}
      </Text>
      <SeatPicker
        availability={availability}
        choice={choice}
        eventType={eventType}
        isOpen
        isInterrupted={false}
        fullMap={NEVER_FULL}
        onRetry={isFailed ? () => Promise.all([plan.refetch(), sectors.refetch()]) : undefined}
        onChosen={() => undefined}
      />
      <Text fw={600} aria-live="polite">
        {placeIds.length > 0 ? seatingTexts.summary(placeIds.length, chosen.total) : texts.nothing}
      </Text>
      <FiguresTable
        label={texts.categories}
        head={[texts.sectors, texts.price, texts.places, texts.revenue]}
        rows={categories.map((category) => [
          category.sectors.join(', '),
          euro(category.price),
          numberText(category.places),
          euro(category.revenue),
        ])}
        foot={[
          texts.total,
          '',
          numberText(categories.reduce((sum, { places }) => sum + places, 0)),
          euro(sumOf(categories.map(({ revenue }) => revenue))),
        ]}
      />
    </Stack>
  )
}

import { columnsOf } from '#contract/compact-seating/plan-columns.ts'
import type { SeatingState } from '#contract/compact-seating/state.ts'
import type { Place, SeatingPlan, Sector, StandingCapacity } from '#contract/seating.ts'
import type { Reservation } from '#contract/tickets.ts'
import type { PlaceId, SeatingPlanId, SectorId, ShowId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { seatModelOf, type SeatModel } from '#client/features/seating/seat-model.ts'

export const placeId = (id: number) => id as PlaceId
export const showId = 7 as ShowId

/** A sector of straight rows, 100 by 100 percent: row names from the front, seats numbered from the left. */
export function givenRows(names: readonly string[], seats: number, firstId: number): Place[] {
  const [width, height] = [100 / seats, 100 / names.length]
  return names.flatMap((rowName, row) =>
    Array.from({ length: seats }, (_, at) => ({
      id: placeId(firstId + row * seats + at),
      placeType: 'SITTING' as const,
      rowName,
      seatNumber: at + 1,
      x: at * width,
      y: row * height,
      width,
      height,
    })),
  )
}

export function givenSector(sector: Partial<Omit<Sector, 'id'>> & { id: number }): Sector {
  return {
    name: `Sector ${sector.id}`,
    x: 0,
    y: 0,
    width: 50,
    height: 50,
    outline: null,
    isAvailable: true,
    pricePercent: 100,
    places: [],
    ...sector,
    id: sector.id as SectorId,
  }
}

/**
 * A plan of 2000 by 1000 units: Stalls (rows A and B of four seats, places 1 to 8, seats 250 wide), Circle (row C of
 * two, 11 and 12, at half the price), Floor (standing, place 20) and a closed Box (one seat, 30).
 */
export function givenSeatingPlan(): SeatingPlan {
  const floor = { placeType: 'STANDING' as const, rowName: '', seatNumber: 0, x: 10, y: 10, width: 80, height: 80 }
  return {
    id: 1 as SeatingPlanId,
    name: 'Hall',
    aspect: 2,
    focalPoint: { x: 50, y: 95 },
    sectors: [
      givenSector({ id: 1, name: 'Stalls', places: givenRows(['A', 'B'], 4, 1) }),
      givenSector({ id: 2, name: 'Circle', x: 50, pricePercent: 50, places: givenRows(['C'], 2, 11) }),
      givenSector({
        id: 3,
        name: 'Floor',
        y: 50,
        height: 40,
        pricePercent: 20,
        places: [{ id: placeId(20), ...floor }],
      }),
      givenSector({
        id: 4,
        name: 'Box',
        x: 60,
        y: 60,
        width: 20,
        height: 20,
        isAvailable: false,
        places: givenRows(['D'], 1, 30),
      }),
    ],
  }
}

/** A plan of 2000 by 1000 units: one balcony, a wide V, with standing place 20 as a small box in its middle. */
export function givenBalcony(): SeatingPlan {
  const place = { placeType: 'STANDING' as const, rowName: '', seatNumber: 0, x: 45, y: 70, width: 10, height: 20 }
  const outline = [0, 0, 20, 0, 50, 60, 80, 0, 100, 0, 60, 100, 40, 100]
  const balcony = givenSector({ id: 5, name: 'Balcony', width: 100, height: 100, outline })
  return { ...givenSeatingPlan(), sectors: [{ ...balcony, places: [{ id: placeId(20), ...place }] }] }
}

/** The model of a plan in the seat picker. */
export function givenSeatModel(plan: SeatingPlan = givenSeatingPlan(), showPrice = cents(4500)): SeatModel {
  return seatModelOf(columnsOf(plan), showPrice)
}

type Held = { readonly reservations: readonly Reservation[]; readonly capacities: readonly StandingCapacity[] }

/** The state of a model's places with these reservations and standing tickets. */
export function givenState(model: SeatModel, { reservations, capacities }: Held): SeatingState {
  const taken = new Uint8Array(model.count)
  for (const { placeId } of reservations) taken[model.indexOf(placeId) ?? -1] = 1
  const standing = capacities.map(({ seatingPlanPlaceId, ...counts }) => ({
    index: model.indexOf(seatingPlanPlaceId) ?? -1,
    ...counts,
  }))
  return { taken, standing }
}

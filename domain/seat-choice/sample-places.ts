import type { PlaceId } from '../ids.ts'
import { MAX_RESERVATIONS_PER_SHOW } from '../tickets/reservations.ts'
import type { Allowance, OfferedPlace } from './seat-choice.ts'

export const id = (number: number) => number as PlaceId

export const seat = (number: number, free = 1): OfferedPlace => ({
  id: id(number),
  name: { sectorName: 'Stalls', rowName: 'C', seatNumber: number },
  isStanding: false,
  isAvailable: true,
  free,
})

export const floor: OfferedPlace = {
  id: id(900),
  name: { sectorName: 'Floor', rowName: '', seatNumber: 0 },
  isStanding: true,
  isAvailable: true,
  free: 3,
}

export const givenAllowance: Allowance = { limit: MAX_RESERVATIONS_PER_SHOW, held: 0, perRequest: 50 }

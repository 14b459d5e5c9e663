import type { PlaceId } from '../ids.ts'
import type { PlaceType } from './places.ts'
import { problem, type Problem } from '../problem.ts'
import { isOnSale } from '../shows/publication.ts'

const MINUTE_MS = 60_000

/** Reservations must be picked up this many minutes before the show starts (specification, section 1). */
export const PICK_UP_MINUTES = 30

/** The default limit of live reservations one customer may hold for one show. */
export const MAX_RESERVATIONS_PER_SHOW = 20

/** The largest party for which the best available places are searched. */
export const MAX_PARTY = 20

type ReservationTiming = { startsAt: Date; now: Date; lifeMinutes?: number | undefined }

/**
 * Returns the expiry of a reservation made now: 30 minutes before the show starts, or the start itself for a
 * reservation made in the last 30 minutes. `lifeMinutes` can only shorten that.
 */
export function reservedUntil({ startsAt, now, lifeMinutes }: ReservationTiming): Date {
  const pickUp = startsAt.getTime() - PICK_UP_MINUTES * MINUTE_MS
  const deadline = pickUp > now.getTime() ? pickUp : startsAt.getTime()
  const endOfLife = lifeMinutes === undefined ? deadline : now.getTime() + lifeMinutes * MINUTE_MS
  return new Date(Math.min(deadline, endOfLife))
}

/** Tells whether a show has started. From the moment of its start, tickets cannot be reserved or refunded. */
export function hasStarted(show: { startsAt: Date }, now: Date): boolean {
  return show.startsAt <= now
}

type SaleState = {
  startsAt: Date
  saleStartsAt: Date | null
  saleEndsAt: Date | null
  cancelledAt: Date | null
  isPublished: boolean
  /** The time zone of the venue. */
  timeZone: string
  /** The current time. */
  now: Date
}

/**
 * Returns why places of a show cannot be reserved now. Administrators are told that a hidden show is not on sale. To
 * others it does not exist.
 */
export function objectionToShow(show: SaleState, isAdmin: boolean): Problem | undefined {
  if (!show.isPublished && !isAdmin) return problem('not_found', { what: 'show' })
  if (show.cancelledAt) return problem('show_cancelled')
  if (hasStarted(show, show.now)) return problem('show_started')
  if (!isOnSale(show, show.now)) return problem('show_off_sale')
  return objectionToEarlySale(show)
}

/** Returns `sale_not_started`, with the wait, before the sale to customers starts. */
function objectionToEarlySale({ saleStartsAt, timeZone, now }: SaleState): Problem | undefined {
  if (saleStartsAt === null || saleStartsAt <= now) return undefined
  const retryAfterSeconds = Math.ceil((saleStartsAt.getTime() - now.getTime()) / 1_000)
  return problem('sale_not_started', { saleStartsAt, timeZone, retryAfterSeconds })
}

/** Tells whether a reservation still holds its place. */
export function isLive(reservation: { reservedUntil: Date }, now: Date): boolean {
  return reservation.reservedUntil > now
}

type BookablePlace = { id: PlaceId; placeType: PlaceType; isAvailable: boolean }

/**
 * Returns `places_not_bookable` if a wanted place is missing from the plan's places, is closed, or is a seat wanted
 * more than once.
 */
export function objectionToPlaces(
  places: readonly BookablePlace[],
  quantities: ReadonlyMap<PlaceId, number>,
): Problem | undefined {
  const isBookable = ({ id, placeType, isAvailable }: BookablePlace) =>
    isAvailable && (placeType === 'STANDING' || quantities.get(id) === 1)
  if (places.length < quantities.size || !places.every(isBookable)) return problem('places_not_bookable')
  return undefined
}

/** The reservations that a customer holds for the show and for all shows. */
export type Held = { ofShow: number; ofCustomer: number }
export const NO_RESERVATIONS: Held = { ofShow: 0, ofCustomer: 0 }
export type ReservationLimits = { MAX_RESERVATIONS_PER_SHOW: number; MAX_RESERVATIONS: number }

/** Returns `too_many_reservations` if `more` reservations would exceed the limit for the show or for all shows. */
export function objectionToMoreReservations(held: Held, more: number, limits: ReservationLimits): Problem | undefined {
  const { MAX_RESERVATIONS_PER_SHOW: ofShow, MAX_RESERVATIONS: ofCustomer } = limits
  if (held.ofShow + more > ofShow) {
    return problem('too_many_reservations', { limit: ofShow, scope: 'show', held: held.ofShow })
  }
  if (held.ofCustomer + more > ofCustomer) {
    return problem('too_many_reservations', { limit: ofCustomer, scope: 'customer', held: held.ofCustomer })
  }
  return undefined
}

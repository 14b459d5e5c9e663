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

/** Tells whether a reservation still holds its place. */
export function isLive(reservation: { reservedUntil: Date }, now: Date): boolean {
  return reservation.reservedUntil > now
}

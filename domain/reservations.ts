const MINUTE_MS = 60_000

/** Reservations are picked up until so many minutes before the show starts (specification, section 1). */
export const PICK_UP_MINUTES = 30

/** As many live reservations as a customer may hold of one show, unless a shop sets another limit. */
export const MAX_RESERVATIONS_PER_SHOW = 20

/** As many as the best places are found for at once. */
export const MAX_PARTY = 20

type Reserving = { startsAt: Date; now: Date; lifeMinutes?: number | undefined }

/**
 * When a reservation made now runs out: 30 minutes before the show starts, or at the start when it is made later than
 * that; a shop may give reservations a shorter life.
 */
export function reservedUntil({ startsAt, now, lifeMinutes }: Reserving): Date {
  const pickUp = startsAt.getTime() - PICK_UP_MINUTES * MINUTE_MS
  const deadline = pickUp > now.getTime() ? pickUp : startsAt.getTime()
  const life = lifeMinutes === undefined ? deadline : now.getTime() + lifeMinutes * MINUTE_MS
  return new Date(Math.min(deadline, life))
}

/** Whether a show has started: from its very start on nothing can be reserved or refunded. */
export function hasStarted(show: { startsAt: Date }, now: Date): boolean {
  return show.startsAt <= now
}

/** Whether a reservation still holds its place. */
export function isLive(reservation: { reservedUntil: Date }, now: Date): boolean {
  return reservation.reservedUntil > now
}

/** When a show has a waiting room: while more people come than are admitted, all the time, or never. */
export const WAITING_ROOM_MODES = ['AUTOMATIC', 'ALWAYS', 'OFF'] as const
export type WaitingRoomMode = (typeof WAITING_ROOM_MODES)[number]

/** The states of a customer: free to reserve, in the draw, in the line, or with a pass. */
export const WAITING_STATES = ['OPEN', 'LOT', 'WAITING', 'ADMITTED'] as const

/** The most people a minute that an administrator can set. */
export const MAX_PEOPLE_A_MINUTE = 60_000

/** The people a minute with which the automatic rate begins, and which it never exceeds. */
export const AUTOMATIC_RATE = 2_400
/** Reservations and orders come first in an overload, so that arrivals alone never stop the admission. */
const LEAST_AUTOMATIC_RATE = 600

/** People who came within so many seconds are admitted at once, if nobody came before. */
const BURST_SECONDS = 5
const MINUTE_MS = 60_000

/** How many places of a show are left: some, none until reservations end, or none at all. */
export const PLACES_LEFT = ['SOME', 'RESERVED', 'NONE'] as const
export type PlacesLeft = (typeof PLACES_LEFT)[number]

export type PlaceCounts = { capacity: number; sold: number; reserved: number; held: number }

/** Rates the places left of a show. Only reservations of customers are expected to end. */
export function placesLeft({ capacity, sold, reserved, held }: PlaceCounts): PlacesLeft {
  if (sold + held >= capacity) return 'NONE'
  return sold + held + reserved >= capacity ? 'RESERVED' : 'SOME'
}

/** A pass ends after this time without a sign of its customer. */
export const PASS_MINUTES = 10
/** A pass ends after this time in any case. */
export const LONGEST_PASS_MINUTES = 20

/** How many people have a number, and how many of these were admitted. */
export type Line = {
  lastNumber: number
  admittedNumber: number
  /** The people who may be admitted at `advancedAt`, with fractions. */
  credit: number
  advancedAt: Date
}

export type Room = Line & {
  mode: WaitingRoomMode
  /** Null: automatic. */
  peopleAMinute: number | null
  automaticRate: number
  isPaused: boolean
  /** People whose numbers are drawn at the start of the sale. */
  lotSize: number
}

type Rate = Pick<Room, 'peopleAMinute' | 'automaticRate'>

/** Returns how many people a minute are admitted. */
export function rateOf({ peopleAMinute, automaticRate }: Rate): number {
  return peopleAMinute ?? automaticRate
}

/** Returns how many people can be admitted at once after a calm time. */
export function burstOf(rate: Rate): number {
  return Math.max(1, (rateOf(rate) * BURST_SECONDS) / 60)
}

/** The rate and the credit of a new waiting room, whose burst is full. */
export const NEW_ROOM = {
  automaticRate: AUTOMATIC_RATE,
  credit: burstOf({ peopleAMinute: null, automaticRate: AUTOMATIC_RATE }),
}

/** Requests that wait for each other have read the time in another order, by less than this. */
const CLOCK_SET_BACK_MS = 10_000

/**
 * Admits the people who come next, as a token bucket: those for whom the time since the last admission suffices. Time
 * in which nobody waited counts up to the burst. A clock that was set back, such as that of another database server
 * after a failover, begins anew.
 */
export function admitNext(room: Room, now: Date): Line {
  const sinceMs = now.getTime() - room.advancedAt.getTime()
  const advancedAt = sinceMs > 0 || sinceMs < -CLOCK_SET_BACK_MS ? now : room.advancedAt
  const elapsedMs = Math.max(0, sinceMs)
  const credit = Math.min(burstOf(room), room.credit + (elapsedMs * rateOf(room)) / MINUTE_MS)
  const waiting = room.lastNumber - room.admittedNumber
  const admitted = room.isPaused ? 0 : Math.min(waiting, Math.floor(credit))
  const admittedNumber = room.admittedNumber + admitted
  return { lastNumber: room.lastNumber, admittedNumber, credit: credit - admitted, advancedAt }
}

/**
 * Tells whether customers need a pass. An automatic room opens when somebody has to wait, and closes after a calm time,
 * so that it does not open and close all the time.
 */
export function needsPass(room: Room, neededBefore: boolean): boolean {
  if (room.mode !== 'AUTOMATIC') return room.mode === 'ALWAYS'
  const isEmpty = room.lotSize === 0 && room.lastNumber === room.admittedNumber
  return !isEmpty || (neededBefore && room.credit < burstOf(room))
}

/** An admission that takes longer shows that the shop is overloaded. */
const SLOW_ADMISSION_MS = 300

/** The last second of a server: how long its admissions took, and how many requests it refused in an overload. */
export type Load = { tookMs: number; refusals: number }

/** Adapts the automatic rate to the load of a server: down fast, up slowly. */
export function adaptRate(automaticRate: number, { tookMs, refusals }: Load): number {
  const isOverloaded = tookMs > SLOW_ADMISSION_MS || refusals > 0
  const adapted = automaticRate * (isOverloaded ? 0.8 : 1.1)
  return Math.min(AUTOMATIC_RATE, Math.max(LEAST_AUTOMATIC_RATE, adapted))
}

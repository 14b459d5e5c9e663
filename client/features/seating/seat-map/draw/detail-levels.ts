/** The levels of detail: the distance between two neighbouring seats in css pixels from which each applies. */
export const detailLevels = {
  /** Seats are drawn one by one. From farther away, a sector is one area with its name. */
  seats: 5,
  /** Seats can be chosen by mouse, and rows have their letter. */
  round: 12,
  /** Seats have their number. */
  numbers: 16,
  /** Seats can be chosen by touch. */
  touch: 24,
  /** The level after zooming in to choose seats. */
  comfortable: 28,
  /** The highest zoom. */
  closest: 56,
}

/** The distance in css pixels at which a tap beside a seat still hits it. */
export const TAP_RADIUS = 22

/** The size in css pixels from which a standing place can be chosen by a tap. */
export const MIN_STANDING_SIZE = 44

/** Returns the seat distance in css pixels from which a tap or click chooses a seat instead of zooming in. */
export function minSelectablePitch(pointerType: string): number {
  return pointerType === 'mouse' ? detailLevels.round : detailLevels.touch
}

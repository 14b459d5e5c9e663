/** What is drawn and what can be done, by the css pixels between two neighbouring seats. */
export const levels = {
  /** From here single seats are drawn; below, the overview stands for them. */
  seats: 2.5,
  /** From here the eye tells seats apart, and what is written keeps off them. */
  apart: 5,
  /** From here seats are round and can be chosen by mouse. */
  round: 12,
  /** From here seats carry their number and rows their letter. */
  numbers: 16,
  /** From here seats can be chosen by touch. */
  touch: 24,
  /** How close a step that makes seats choosable comes. */
  comfortable: 28,
  /** As close as it gets. */
  closest: 56,
}

/** How far from a seat, in css pixels, a tap still means it. */
export const REACH = 22

/** From this size on, in css pixels, room to stand is chosen by a tap. */
export const STANDING_TARGET = 44

/** The fewest css pixels between neighbours at which this kind of pointer chooses a seat instead of coming closer. */
export function choosingPitch(pointerType: string): number {
  return pointerType === 'mouse' ? levels.round : levels.touch
}

import { numberText } from '../number-text.ts'

/** How the places of a show, or of several shows, are taken. */
export type PlaceCounts = {
  readonly sold: number
  /** By customers, unpaid. */
  readonly reserved: number
  /** By the box office, for somebody. */
  readonly held: number
  /** On sale and not taken. */
  readonly free: number
}

/** Adds the free places to the counts of taken ones. Closed sectors do not count as free. */
export function withFree({
  capacity,
  ...taken
}: Omit<PlaceCounts, 'free'> & { readonly capacity: number }): PlaceCounts {
  return { ...taken, free: Math.max(0, capacity - takenOf(taken)) }
}

/** Sums the places that are not free. */
export const takenOf = ({ sold, reserved, held }: Omit<PlaceCounts, 'free'>): number => sold + reserved + held

/** Describes the counts: "12 sold · 3 reserved · 2 held · 85 free". Leaves out held places if there are none. */
export function placeCountsText({ sold, reserved, held, free }: PlaceCounts): string {
  const parts = [
    `${numberText(sold)} sold`,
    `${numberText(reserved)} reserved`,
    ...(held > 0 ? [`${numberText(held)} held`] : []),
    `${numberText(free)} free`,
  ]
  return parts.join(' · ')
}

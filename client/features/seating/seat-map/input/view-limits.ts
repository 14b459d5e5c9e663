/** Whether there is no way closer, or no way farther, and whether the candidate is in the lower half of the map. */
export type Bearings = Readonly<Record<'isNearest' | 'isFarthest' | 'isCandidateLow', boolean>>

/** The whole plan is seen first. */
export const atFirst: Bearings = { isNearest: false, isFarthest: true, isCandidateLow: false }

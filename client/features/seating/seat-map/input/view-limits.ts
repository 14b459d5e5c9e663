/** Whether there is no way closer, or no way farther, and whether the candidate is in the lower half of the map. */
export type ViewLimits = Readonly<Record<'isNearest' | 'isFarthest' | 'isCandidateLow', boolean>>

/** The whole plan is seen first. */
export const initialViewLimits: ViewLimits = { isNearest: false, isFarthest: true, isCandidateLow: false }

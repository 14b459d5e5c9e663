/** Whether the zoom is at one of its limits, and whether the candidate is in the lower half of the map. */
export type ViewLimits = Readonly<Record<'isNearest' | 'isFarthest' | 'isCandidateLow', boolean>>

/** The limits of the first view, which shows the whole plan. */
export const initialViewLimits: ViewLimits = { isNearest: false, isFarthest: true, isCandidateLow: false }

/** The types of event, in the order of the selection list (specification, section 3). */
export const EVENT_TYPES = ['MOVIE', 'THEATRE', 'OPERA', 'CONCERT', 'COMEDY', 'SPORTS'] as const

export type EventType = (typeof EVENT_TYPES)[number]

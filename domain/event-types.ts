/** The kinds of event, in the order in which they are offered (specification, section 3). */
export const EVENT_TYPES = ['MOVIE', 'THEATRE', 'OPERA', 'CONCERT', 'COMEDY', 'SPORTS'] as const

export type EventType = (typeof EVENT_TYPES)[number]

import { EVENT_TYPES, type EventType } from '#domain/event-types.ts'

/** What visitors call the kinds of event. */
export const eventTypeNames: Record<EventType, string> = {
  MOVIE: 'Movie',
  THEATRE: 'Theatre',
  OPERA: 'Opera',
  CONCERT: 'Concert',
  COMEDY: 'Comedy',
  SPORTS: 'Sports',
}

/** The kinds of event as choices of a select, after one for all of them. */
export const eventTypeChoices = [
  { value: '', label: 'All Event Types' },
  ...EVENT_TYPES.map((type) => ({ value: type, label: eventTypeNames[type] })),
]

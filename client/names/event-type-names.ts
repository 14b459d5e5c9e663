import { EVENT_TYPES, type EventType } from '#domain/shows/event-types.ts'

/** The displayed names of event types. */
export const eventTypeNames: Record<EventType, string> = {
  MOVIE: 'Movie',
  THEATRE: 'Theatre',
  OPERA: 'Opera',
  CONCERT: 'Concert',
  COMEDY: 'Comedy',
  SPORTS: 'Sports',
}

/** The options of a select of event types, "all" first. */
export const eventTypeChoices = [
  { value: '', label: 'All Event Types' },
  ...EVENT_TYPES.map((type) => ({ value: type, label: eventTypeNames[type] })),
]

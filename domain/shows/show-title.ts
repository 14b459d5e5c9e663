import type { EventType } from './event-types.ts'

type Show = { readonly name: string; readonly event: { readonly title: string; readonly type: EventType } }

/** Tells whether shows of such an event are known by their own names: a match, a concert. */
export function isKnownByShow({ type }: Show['event']): boolean {
  return type === 'SPORTS' || type === 'CONCERT'
}

/** Returns the name under which people look for a show: its own for a match or a concert, else that of the event. */
export function showTitle({ name, event }: Show): string {
  return isKnownByShow(event) ? name : event.title
}

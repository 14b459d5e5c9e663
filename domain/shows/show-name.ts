/**
 * Names a show: the event's title, and the show's own name if it says more. Names the event once. A name with a dash of
 * its own, such as of two teams, follows a colon.
 */
export function showNameOf({ eventTitle, name }: { readonly eventTitle: string; readonly name: string }): string {
  if (name === '') return eventTitle
  const beginsWithTitle = name.startsWith(eventTitle) && !/^[\p{L}\p{N}]/u.test(name.slice(eventTitle.length))
  if (beginsWithTitle) return name
  return name.includes(' – ') ? `${eventTitle}: ${name}` : `${eventTitle} – ${name}`
}

/** Names a show: the event's title, and the show's own name if it says more. Names the event once. */
export function showNameOf({ eventTitle, name }: { readonly eventTitle: string; readonly name: string }): string {
  if (name === '') return eventTitle
  const beginsWithTitle = name.startsWith(eventTitle) && !/^[\p{L}\p{N}]/u.test(name.slice(eventTitle.length))
  return beginsWithTitle ? name : `${eventTitle} – ${name}`
}

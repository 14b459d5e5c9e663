/** Returns the visible text of an element, including the values of its fields. */
export function seenIn(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement
  for (const field of copy.querySelectorAll('input')) field.replaceWith(field.value)
  return copy.textContent
}

/**
 * Where somebody is in what the server wrote: how far down, and at which link. Answers how to bring them there in the page
 * that has taken its place.
 */
export function placeInFirstSight(): () => void {
  const { activeElement } = document
  const at = activeElement instanceof HTMLAnchorElement ? activeElement.href : undefined
  const { scrollY } = window
  return () => {
    if (scrollY > 0) scrollTo({ top: scrollY, behavior: 'instant' })
    if (at) [...document.links].find(({ href }) => href === at)?.focus({ preventScroll: true })
  }
}

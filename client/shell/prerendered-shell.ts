/**
 * Where somebody is in what the server wrote: how far down they have come, and at which link. Answers how to bring them
 * there in the page that has taken its place. Where they were before a reload the router knows.
 */
export function positionInPrerenderedShell(): () => void {
  const { activeElement } = document
  const at = activeElement instanceof HTMLAnchorElement ? activeElement.href : undefined
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const top = visit?.type === 'navigate' ? scrollY : 0
  return () => {
    if (top > 0) scrollTo({ top, behavior: 'instant' })
    if (at) [...document.links].find(({ href }) => href === at)?.focus({ preventScroll: true })
  }
}

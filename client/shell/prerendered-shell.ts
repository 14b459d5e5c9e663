/**
 * Notes the scroll position and the focused link in the prerendered shell. Returns a function that restores both in the
 * rendered page. After a reload the router restores the position instead.
 */
export function keepPosition(): () => void {
  const { activeElement } = document
  const at = activeElement instanceof HTMLAnchorElement ? activeElement.href : undefined
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const top = visit?.type === 'navigate' ? scrollY : 0
  return () => {
    if (top > 0) scrollTo({ top, behavior: 'instant' })
    if (at) [...document.links].find(({ href }) => href === at)?.focus({ preventScroll: true })
  }
}

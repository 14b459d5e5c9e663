import type { Page } from '@playwright/test'

/** How far a page can be scrolled sideways, in pixels. It should stay where it is. */
export function scrollSideways(page: Page): Promise<number> {
  return page.evaluate(() => {
    scrollTo({ left: 10_000, top: scrollY, behavior: 'instant' })
    const far = scrollX
    scrollTo({ left: 0, top: scrollY, behavior: 'instant' })
    return far
  })
}

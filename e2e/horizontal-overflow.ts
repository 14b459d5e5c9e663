import type { Page } from '@playwright/test'

/** Returns the horizontal overflow of a page in pixels. Expected to be 0. */
export function scrollSideways(page: Page): Promise<number> {
  return page.evaluate(() => {
    scrollTo({ left: 10_000, top: scrollY, behavior: 'instant' })
    const far = scrollX
    scrollTo({ left: 0, top: scrollY, behavior: 'instant' })
    return far
  })
}

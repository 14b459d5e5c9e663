import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Leaves out details of passed rules, and style sheets that only rules need that are off. */
const QUICKLY: RunOptions = { resultTypes: ['violations'], preload: false }

type Checked = {
  /** Standards whose rules are checked, instead of WCAG 2.2 AA and the best practices. */
  standards?: readonly string[]
  /** Selects the checked part of the page. */
  part?: string
}

/** Expects no axe violations of WCAG 2.2 AA, including target sizes, or of the given standards. */
export async function expectNoViolations(page: Page, what: string, { standards, part }: Checked = {}): Promise<void> {
  const options: RunOptions = standards
    ? { ...QUICKLY, runOnly: [...standards] }
    : { ...QUICKLY, rules: { 'target-size': { enabled: true } } }
  expect(await violationsOf(page, options, part), what).toEqual([])
}

/**
 * Runs axe in the page, which has no frames. Loads it once per page: its Playwright package loads it in every check and
 * returns details of all rules, which doubles the time.
 */
async function violationsOf(page: Page, options: RunOptions, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([chosen, selector]) => {
      const { run } = (globalThis as unknown as { axe: typeof axe }).axe
      const findMovements = () =>
        document
          .getAnimations()
          .filter(
            ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
          )
      // Axe reads colours and places in between as they are, so waits until they are drawn and transitions have ended.
      const waitUntilStill = async () => {
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
        await Promise.allSettled(findMovements().map(({ finished }) => finished))
      }
      // Axe pauses between its rules, so a toast may leave while it runs: its violations count if nothing moved.
      for (;;) {
        await waitUntilStill()
        const moving = new AbortController()
        addEventListener('transitionrun', () => moving.abort(), { capture: true, signal: moving.signal })
        const { violations } = await run(selector, chosen)
        const hasMoved = moving.signal.aborted || findMovements().length > 0
        moving.abort()
        if (violations.length > 0 && hasMoved) continue
        return violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
        )
      }
    },
    [options, part] as const,
  )
}

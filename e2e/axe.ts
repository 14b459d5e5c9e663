import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Leaves out details of passed rules, and style sheets that only rules need that are off. */
const QUICKLY = { resultTypes: ['violations' as const], preload: false }

/** Expects no axe violations of WCAG 2.2 AA, including target sizes, or of the given rules. */
export async function expectNoViolations(page: Page, what: string, rules?: string[]): Promise<void> {
  // Legacy mode needs no additional page; the pages have no frames.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const asked = rules
    ? axe.options(QUICKLY).withRules(rules)
    : axe.options({ ...QUICKLY, rules: { 'target-size': { enabled: true } } })
  const { violations } = await asked.analyze()
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    ),
    what,
  ).toEqual([])
}

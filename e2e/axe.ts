import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Nothing that axe knows stands in the way of anybody: WCAG 2.2 AA, its sizes of targets included, or these rules. */
export async function expectNoViolations(page: Page, what: string, rules?: string[]): Promise<void> {
  // The pages have no frames to look into; so it needs no page of its own for the answer.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const asked = rules ? axe.withRules(rules) : axe.options({ rules: { 'target-size': { enabled: true } } })
  const { violations } = await asked.analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    what,
  ).toEqual([])
}

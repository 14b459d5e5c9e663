import { spawnSync } from 'node:child_process'
import { environment, node, root } from './install.mjs'

const projects = ['--project=rules', '--project=server', '--project=screens']

/** What `npm test` runs besides the checks: arguments of Vitest and Playwright, undefined for nothing. */
export const everything = { tests: projects, budgets: true, journeys: [], promises: true }

/** Kinds of files by what they can touch. The first pattern that matches counts; no match: everything. */
const kinds = [
  ['text', /\.md$|^docs\/|^\.github\/|^\.editorconfig$|^LICENSE$|^bench\//],
  ['promise', /^server\/(promises|testing)\//],
  ['test', /\.test\.tsx?$|^client\/testing\//],
  ['journey', /^e2e\//],
  ['server', /^(contract|domain|server|demo)\//],
  ['client', /^client\/|^index\.html$/],
]

/** Plans what the difference from the main branch can touch, committed or not. CONTRIBUTING.md tells the rules. */
export function touchedByChange() {
  const base = git('merge-base', 'HEAD', 'main')[0] ?? git('merge-base', 'HEAD', 'origin/main')[0] ?? 'HEAD'
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  const changed = new Set(files.map((file) => kinds.find(([, pattern]) => pattern.test(file))?.[0] ?? 'everything'))
  if (changed.has('everything')) return everything
  const isProduct = changed.has('server') || changed.has('client')
  const isJourney = changed.has('journey')
  return {
    tests: testsTouched(files, base),
    budgets: isProduct,
    journeys: isProduct ? [] : isJourney ? [`--only-changed=${base}`] : undefined,
    promises: changed.has('server') || changed.has('promise'),
  }
}

/**
 * Names the test files that import a changed file, and those that read files or start processes, which no import shows.
 * Names the projects when something changed that is not imported.
 */
function testsTouched(files, base) {
  if (files.some((file) => !/\.(tsx?|css|md)$/.test(file))) return projects
  const listing = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json', `--changed=${base}`, ...projects]
  const { stdout } = spawnSync(node, listing, { cwd: root, env: environment(), encoding: 'utf8' })
  const importing = JSON.parse(stdout.slice(stdout.indexOf('['))).map(({ file }) => file.slice(root.length))
  const others = git('grep', '-lE', 'readFile|execFile|startShopProcess', '--', '*.test.ts', ':!server/promises')
  return [...new Set([...importing, ...others])]
}

function git(...args) {
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean)
}

import { spawnSync } from 'node:child_process'
import { environment, node, root } from './install.mjs'

const projects = ['--project=rules', '--project=server', '--project=screens']

/** The parts of `npm test` besides the checks: arguments of Vitest and Playwright, or undefined. */
export const everything = { tests: projects, budgets: true, journeys: [], promises: true }

/** Kinds of files by the tests they can affect. The first match counts; files without a match affect everything. */
const kinds = [
  ['text', /\.md$|^docs\/|^\.github\/|^\.editorconfig$|^LICENSE$|^bench\//],
  ['promise', /^server\/(promises|testing)\//],
  ['test', /\.test\.tsx?$|^client\/testing\//],
  ['journey', /^e2e\//],
  ['server', /^(contract|domain|server|demo)\//],
  ['client', /^client\/|^index\.html$/],
]

/** Plans the tests that the difference from the main branch can affect, committed or not. See CONTRIBUTING.md. */
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
 * Lists the test files that import a changed file, and those that read files or start processes. Returns all projects
 * if a changed file cannot be imported.
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

import { spawnSync } from 'node:child_process'
import { environment, node, root } from './install.mjs'

const projects = ['--project=rules', '--project=server', '--project=screens']

/** The parts of `npm test` besides the checks: arguments of Vitest and Playwright, or undefined. */
export const everything = { tests: projects, budgets: true, journeys: [], promises: true }

/** Kinds of files by the tests they can affect. The first match counts; files without a match affect everything. */
const patterns = [
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
  const all = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  const files = all.filter((file) => kindOf(file) !== 'text')
  const kinds = new Set(files.map(kindOf))
  if (kinds.has('unknown')) return everything
  const isServer = kinds.has('server') || kinds.has('promise')
  const isProduct = kinds.has('server') || kinds.has('client')
  return {
    tests: testsTouched({ base, files, isServer }),
    budgets: isProduct,
    journeys: isProduct ? [] : kinds.has('journey') ? [`--only-changed=${base}`] : undefined,
    promises: isServer,
  }
}

function kindOf(file) {
  return patterns.find(([, pattern]) => pattern.test(file))?.[0] ?? 'unknown'
}

/**
 * Lists the test files that import a changed file, the one that reads the titles of all tests, and after a change of the
 * server those that start it as a process. Returns all projects if a changed file cannot be imported.
 */
function testsTouched({ base, files, isServer }) {
  if (files.some((file) => !/\.(tsx?|css)$/.test(file))) return projects
  const listing = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json', `--changed=${base}`, ...projects]
  const { stdout } = spawnSync(node, listing, { cwd: root, env: environment(), encoding: 'utf8' })
  const importing = JSON.parse(stdout.slice(stdout.indexOf('['))).map(({ file }) => file.slice(root.length))
  const starting = isServer ? git('grep', '-lE', 'execFile|spawn|startShopProcess', '--', 'server/*.test.ts') : []
  return ['e2e/specification', ...new Set([...importing, ...starting])].filter((file) => !isPromise(file))
}

const isPromise = (file) => file.startsWith('server/promises/')

function git(...args) {
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean)
}

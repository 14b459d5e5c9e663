import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { environment, node, root } from './install.mjs'

const projects = ['--project=rules', '--project=server', '--project=screens']

/** The parts of `npm test` besides the checks: arguments of Vitest and Playwright, or undefined. */
export const everything = { tests: projects, budgets: true, journeys: [], promises: true }

/** Kinds of files by the tests they can affect. The first match counts; files without a match affect everything. */
const patterns = [
  ['text', /\.md$|^docs\/|^\.github\/|^\.editorconfig$|^LICENSE$|^bench\//],
  // Started by Vitest's global setup, which no test imports.
  ['unknown', /^server\/testing\/database\.ts$/],
  ['promise', /^server\/(promises|testing)\//],
  ['test', /\.test\.tsx?$|^client\/testing\/|^e2e\/(specification|gallery)\//],
  ['journey', /^e2e\/.*\.spec\.ts$/],
  ['journeys', /^e2e\//],
  ['server', /^(contract|domain|print|server|demo)\//],
  ['client', /^client\/|^index\.html$/],
]

/** Plans the tests that the difference from the main branch can affect, committed or not. See CONTRIBUTING.md. */
export function touchedByChange() {
  const comparison = comparisonIn(root)
  if (!comparison) {
    console.log('Runs everything: without origin/main or a tag there is nothing to compare the main branch with.')
    return everything
  }
  const { base, name } = comparison
  const files = changedFiles(root, base)
  console.log(`Runs what ${files.length} files can affect that differ from ${name} (${base.slice(0, 7)}).`)
  const plan = planFor(files)
  return plan === everything ? plan : { ...plan, tests: testsTouched({ base, files }) }
}

/**
 * Finds the commit to compare with: where the branch left `main`, or on `main` itself, whose commits are the change,
 * where it left `origin/main`, or else the last tag. Returns undefined if there is none.
 */
export function comparisonIn(folder) {
  const commitOf = (...args) => git(folder, ...args)[0]
  const isOnMain = commitOf('branch', '--show-current') === 'main'
  const candidates = [
    { name: 'main', base: isOnMain ? undefined : commitOf('merge-base', 'HEAD', 'main') },
    { name: 'origin/main', base: commitOf('merge-base', 'HEAD', 'origin/main') },
    { name: 'the last tag', base: commitOf('rev-list', '-1', commitOf('describe', '--tags', '--abbrev=0') ?? '') },
  ]
  return candidates.find(({ base }) => base)
}

/** Lists the files that differ from a commit: committed, changed, new and deleted ones. */
export function changedFiles(folder, base) {
  const tracked = git(folder, 'diff', '--name-only', '--no-renames', base)
  return [...tracked, ...git(folder, 'ls-files', '--others', '--exclude-standard')]
}

/** Plans the parts besides Vitest's tests by the names of the changed files. */
export function planFor(files) {
  const kinds = new Set(files.map(kindOf))
  if (kinds.has('unknown')) return everything
  const isServer = kinds.has('server') || kinds.has('promise')
  const isProduct = kinds.has('server') || kinds.has('client')
  // Playwright's global setup imports helpers too, so a changed helper can affect every journey.
  const runsAllJourneys = isProduct || kinds.has('journeys')
  const specs = files.filter((file) => kindOf(file) === 'journey' && existsSync(join(root, file)))
  return {
    budgets: isProduct,
    journeys: runsAllJourneys ? [] : specs.length > 0 ? specs : undefined,
    promises: isServer,
  }
}

function kindOf(file) {
  return patterns.find(([, pattern]) => pattern.test(file))?.[0] ?? 'unknown'
}

/**
 * Lists the test files that import a changed file, the one that reads the titles of all tests, and after a change of
 * the server those that start it as a process. Returns all projects if a changed file cannot be imported.
 */
function testsTouched({ base, files }) {
  const code = files.filter((file) => kindOf(file) !== 'text')
  if (code.some((file) => !/\.(tsx?|css)$/.test(file))) return projects
  const listing = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json', `--changed=${base}`, ...projects]
  const { stdout } = spawnSync(node, listing, { cwd: root, env: environment(), encoding: 'utf8' })
  const importing = JSON.parse(stdout.slice(stdout.indexOf('['))).map(({ file }) => file.slice(root.length))
  const isServer = code.some((file) => ['server', 'promise'].includes(kindOf(file)))
  const starting = isServer
    ? git(
        root,
        'grep',
        '-lE',
        'execFile|spawn|startShopProcess|startStripeStandIn|startMollieStandIn|openStripeTarget',
        '--',
        'server/*.test.ts',
      )
    : []
  return ['e2e/specification', ...new Set([...importing, ...starting])].filter((file) => !isPromise(file))
}

const isPromise = (file) => file.startsWith('server/promises/')

function git(folder, ...args) {
  const { stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean)
}

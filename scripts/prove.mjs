// Runs the tests of the promises with full counts, which take hours, and the journeys of which `npm test` runs a part:
// at every width, by every device and under every policy. Arguments select promises and journeys by name, and lower
// counts: `npm run prove -- killed-server serverKills=20`, `npm run prove -- toasts`. Five first arguments run
// something else:
// - `journeys`: all of these journeys; takes minutes.
// - `server`: the tests of the server and its promises of which `npm test` runs a part, promises with the low counts of
//   `npm test`; takes minutes.
// - `controls`: only the controls, also those of other tests of the server, with the low counts of `npm test`, which
//   leaves them out; takes a few minutes.
// - `stripe-live`: the tests of the gateway to Stripe against Stripe's test mode, with a test key.
// - `mutants`: removes guards of the server and expects tests to fail; see mutants/run.mjs.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, install, node, root } from './install.mjs'

/** Promises that are tested elsewhere than in `server/promises`. */
const ELSEWHERE = {
  'hostile-input': 'server/http/hostile-input',
  'payment-races': 'server/features/orders/payments/payments.race',
}
const VITEST = ['node_modules/vitest/vitest.mjs', 'run']

install()
const [first, ...rest] = process.argv.slice(2)
const counts = process.argv.slice(2).filter((argument) => argument.includes('='))
const names = process.argv.slice(2).filter((argument) => !argument.includes('='))
const journeys = findJourneys()

const works = {
  controls: () => [[...VITEST, '--project', 'promises', '--project', 'server', '--testNamePattern', '^control: ']],
  mutants: () => [['scripts/mutants/run.mjs', ...rest]],
  journeys: () => [journeysNamed(journeys)],
  server: () => [[...VITEST, '--project', 'promises', '--project', 'server', ...findPartlyTested()]],
  'stripe-live': stripeLive,
}
/** Values of PROMISES (`server/testing/proving.ts`) other than `full`. */
const partly = { controls: '', server: 'gate' }
const env = {
  ...environment(),
  PROMISES: partly[first] ?? 'full',
  PROMISE_COUNTS: counts.join(','),
  STRIPE_LIVE: first === 'stripe-live' ? '1' : '',
}
const codes = (works[first] ?? proofs)().map(
  (work) => spawnSync(node, work, { cwd: root, env, stdio: 'inherit' }).status ?? 1,
)
process.exit(codes.find((code) => code !== 0) ?? 0)

/** Lists the commands that test the named promises and journeys, or all of them. */
function proofs() {
  const namedJourneys = names.filter((name) => journeys.includes(name))
  const namedPromises = names
    .filter((name) => !journeys.includes(name) || isPromise(name))
    .map((name) => ELSEWHERE[name] ?? `server/promises/${name}`)
  const isAll = names.length === 0
  const promises = isAll ? ['server/promises/', ...Object.values(ELSEWHERE), ...findPartlyTested()] : namedPromises
  const proved = isAll ? journeys : namedJourneys
  return [
    ...(promises.length > 0 ? [[...VITEST, '--project', 'promises', '--project', 'server', ...promises]] : []),
    ...(proved.length > 0 ? [journeysNamed(proved)] : []),
  ]
}

/** Ends the process with a sentence if there is no test key: a live one would move money. */
function stripeLive() {
  if (!/^(sk|rk)_test_\w+$/.test(process.env.STRIPE_SECRET_KEY ?? '')) {
    console.error('STRIPE_SECRET_KEY must be a test key of Stripe, such as sk_test_…. See docs/payments.md.')
    process.exit(1)
  }
  return [[...VITEST, '--project', 'server', 'server/gateways/payments/', 'server/testing/stripe-stand-in/']]
}

/** Tells whether a name is that of a promise. A journey may have the same name: then both run. */
function isPromise(name) {
  return ['.test.ts', '.full.test.ts'].some((ending) => existsSync(join(root, 'server/promises', name + ending)))
}

function journeysNamed(chosen) {
  return ['scripts/journeys.mjs', ...chosen.map((name) => `e2e/${name}(.full)?.spec.ts`)]
}

/** Lists the test files of the server of which `npm test` runs a part. */
function findPartlyTested() {
  return readdirSync(join(root, 'server'), { recursive: true })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join('server', file))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes("'#server/testing/proving.ts'"))
}

/** Lists the journeys of which `npm test` runs a part, or nothing. */
function findJourneys() {
  const folder = join(root, 'e2e')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.full.spec.ts') || (file.endsWith('.spec.ts') && isPartly(join(folder, file))))
    .map((file) => file.replace(/(\.full)?\.spec\.ts$/, ''))
}

function isPartly(path) {
  return readFileSync(path, 'utf8').includes("'./proving.ts'")
}

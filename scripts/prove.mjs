// Runs the tests of the promises with full counts, which take hours. Arguments select promises by name, and lower their
// counts: `npm run prove -- killed-server serverKills=20`. Two first arguments run something else:
// - `controls`: only the controls, with the low counts of `npm test`, which leaves them out; takes a few minutes.
// - `mutants`: removes guards of the server and expects tests to fail; see mutants/run.mjs.
import { spawnSync } from 'node:child_process'
import { environment, install, node, root } from './install.mjs'

/** Promises that are tested elsewhere than in `server/promises`. */
const ELSEWHERE = { 'hostile-input': 'server/http/hostile-input' }
const VITEST = ['node_modules/vitest/vitest.mjs', 'run']

install()
const [first, ...rest] = process.argv.slice(2)
const counts = process.argv.slice(2).filter((argument) => argument.includes('='))
const names = process.argv.slice(2).filter((argument) => !argument.includes('='))
const promises = () => {
  const all = ['server/promises/', ...Object.values(ELSEWHERE)]
  const chosen = names.map((name) => ELSEWHERE[name] ?? `server/promises/${name}`)
  return [...VITEST, '--project', 'promises', '--project', 'server', ...(chosen.length > 0 ? chosen : all)]
}
const controls = () => [...VITEST, '--project', 'promises', '--testNamePattern', '^control: ']
const work = { controls, mutants: () => ['scripts/mutants/run.mjs', ...rest] }[first] ?? promises
const isFull = first !== 'controls'
const { status } = spawnSync(node, work(), {
  cwd: root,
  env: { ...environment(), PROMISES: isFull ? 'full' : '', PROMISE_COUNTS: counts.join(',') },
  stdio: 'inherit',
})
process.exit(status ?? 1)

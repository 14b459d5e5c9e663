// Runs the tests of the promises with full counts, which take hours. Arguments select promises by name, and lower their
// counts: `npm run prove -- killed-server serverKills=20`. With `mutants` as the first argument, removes guards of the
// server instead and expects tests to fail; see mutants/run.mjs.
import { spawnSync } from 'node:child_process'
import { environment, install, node, root } from './install.mjs'

/** Promises that are tested elsewhere than in `server/promises`. */
const ELSEWHERE = { 'hostile-input': 'server/http/hostile-input' }

install()
const [first, ...rest] = process.argv.slice(2)
const counts = process.argv.slice(2).filter((argument) => argument.includes('='))
const names = process.argv.slice(2).filter((argument) => !argument.includes('='))
const promises = () => {
  const all = ['server/promises/', ...Object.values(ELSEWHERE)]
  const chosen = names.map((name) => ELSEWHERE[name] ?? `server/promises/${name}`)
  const files = chosen.length > 0 ? chosen : all
  return ['node_modules/vitest/vitest.mjs', 'run', '--project', 'promises', '--project', 'server', ...files]
}
const { status } = spawnSync(node, first === 'mutants' ? ['scripts/mutants/run.mjs', ...rest] : promises(), {
  cwd: root,
  env: { ...environment(), PROMISES: 'full', PROMISE_COUNTS: counts.join(',') },
  stdio: 'inherit',
})
process.exit(status ?? 1)

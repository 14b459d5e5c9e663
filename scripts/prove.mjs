// Runs the tests of the promises with full counts, which take hours. Arguments select promises by name, and lower their
// counts: `npm run prove -- killed-server serverKills=20`. With `mutants` as the first argument, removes guards of the
// server instead and expects tests to fail; see mutants/run.mjs.
import { spawnSync } from 'node:child_process'
import { environment, install, node, root } from './install.mjs'

install()
const [first, ...rest] = process.argv.slice(2)
const counts = process.argv.slice(2).filter((argument) => argument.includes('='))
const names = process.argv.slice(2).filter((argument) => !argument.includes('='))
const promises = () => {
  const chosen = names.map((name) => `server/promises/${name}`)
  return ['node_modules/vitest/vitest.mjs', 'run', '--project', 'promises', ...chosen]
}
const { status } = spawnSync(node, first === 'mutants' ? ['scripts/mutants/run.mjs', ...rest] : promises(), {
  cwd: root,
  env: { ...environment(), PROMISES: 'full', PROMISE_COUNTS: counts.join(',') },
  stdio: 'inherit',
})
process.exit(status ?? 1)

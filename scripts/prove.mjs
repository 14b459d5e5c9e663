// Runs the tests of the promises with full counts, which take hours. Arguments select promises by name. With `mutants`
// as the first argument, removes guards of the server instead and expects tests to fail; see mutants/run.mjs.
import { spawnSync } from 'node:child_process'
import { environment, install, node, root } from './install.mjs'

install()
const [first, ...rest] = process.argv.slice(2)
const promises = () => {
  const chosen = process.argv.slice(2).map((name) => `server/promises/${name}`)
  return ['node_modules/vitest/vitest.mjs', 'run', '--project', 'promises', ...chosen]
}
const { status } = spawnSync(node, first === 'mutants' ? ['scripts/mutants/run.mjs', ...rest] : promises(), {
  cwd: root,
  env: { ...environment(), PROMISES: 'full' },
  stdio: 'inherit',
})
process.exit(status ?? 1)

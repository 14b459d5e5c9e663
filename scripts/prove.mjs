// Runs the tests of the promises with full counts, which take hours. Arguments select promises by name.
import { spawnSync } from 'node:child_process'
import { environment, install, node, root } from './install.mjs'

install()
const chosen = process.argv.slice(2).map((name) => `server/promises/${name}`)
const { status } = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'promises', ...chosen], {
  cwd: root,
  env: { ...environment(), PROMISES: 'full' },
  stdio: 'inherit',
})
process.exit(status ?? 1)

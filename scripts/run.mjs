// Runs one of the shop's commands on the project's own Node, after installing what is missing. `--tools` before the
// command also installs the tools of developers.
import { spawnSync } from 'node:child_process'
import { environment, install, node, root } from './install.mjs'

const withTools = process.argv[2] === '--tools'
const command = process.argv.slice(withTools ? 3 : 2)

install({ withTools })
const { status } = spawnSync(node, command, { cwd: root, env: environment(), stdio: 'inherit' })
process.exit(status ?? 1)

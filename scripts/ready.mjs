// Runs one of the shop's commands on the project's own Node, after installing what is missing.
import { spawnSync } from 'node:child_process'
import { environment, install, node, root } from './install.mjs'

install()
const { status } = spawnSync(node, process.argv.slice(2), { cwd: root, env: environment(), stdio: 'inherit' })
process.exit(status ?? 1)

// Runs a measurement or a drill of the built product: its file, then its arguments.
import { spawnSync } from 'node:child_process'
import { build, BUILT_SERVER } from './build.mjs'
import { environment, install, node, root } from './install.mjs'

install()
build()
const env = { ...environment(), ...BUILT_SERVER }
const { status } = spawnSync(node, process.argv.slice(2), { cwd: root, env, stdio: 'inherit' })
process.exit(status ?? 1)

// Runs a measurement of the built product that needs a real browser: its file, then its arguments.
import { spawnSync } from 'node:child_process'
import { build, BUILT_SERVER } from './build.mjs'
import { findChromium } from './chromium.mjs'
import { environment, install, node, root } from './install.mjs'

install()
build()
const env = { ...environment(), ...BUILT_SERVER, CHROMIUM_PATH: findChromium() }
const { status } = spawnSync(node, process.argv.slice(2), {
  cwd: root,
  env,
  stdio: 'inherit',
})
process.exit(status ?? 1)

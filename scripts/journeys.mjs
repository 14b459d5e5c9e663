import { spawnSync } from 'node:child_process'
import { build, BUILT_SERVER } from './build.mjs'
import { findChromium } from './chromium.mjs'
import { environment, node, root } from './install.mjs'

build()
const env = { ...environment(), ...BUILT_SERVER, CHROMIUM_PATH: findChromium() }
const { status } = spawnSync(node, ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: 'inherit',
})
process.exit(status ?? 1)

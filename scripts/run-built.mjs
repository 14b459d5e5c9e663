// Runs a measurement or a drill of the built product: its file, then its arguments. `--browser` before the file finds a
// Chromium for it, or installs one.
import { spawnSync } from 'node:child_process'
import { build, BUILT_SERVER } from './build.mjs'
import { environment, install, node, root } from './install.mjs'

const needsBrowser = process.argv[2] === '--browser'
const command = process.argv.slice(needsBrowser ? 3 : 2)

install()
build()
// Imported late, because its packages may have just been installed.
const browser = needsBrowser ? { CHROMIUM_PATH: (await import('./chromium.mjs')).findChromium() } : {}
const env = { ...environment(), ...BUILT_SERVER, ...browser }
const { status } = spawnSync(node, command, { cwd: root, env, stdio: 'inherit' })
process.exit(status ?? 1)

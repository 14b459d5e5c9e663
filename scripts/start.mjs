import { spawn } from 'node:child_process'
import { build, BUILT_SERVER } from './build.mjs'
import { environment, install, node, root } from './install.mjs'

const ORPHAN_CHECK_MS = 300

install({ withTools: false })
build()
const shop = spawn(node, [BUILT_SERVER.SERVER_MAIN], { cwd: root, env: environment(), stdio: 'inherit' })

// Forwards signals to the shop and waits until it has closed. Ctrl-C reaches the shop by itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => shop.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
}
shop.once('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

// A signal to npm ends only the shell in between, which changes the parent process.
const parent = process.ppid
const watch = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watch)
  shop.kill('SIGTERM')
}, ORPHAN_CHECK_MS)

import { spawn } from 'node:child_process'
import { buildClient } from './build.mjs'
import { environment, install, node, root } from './install.mjs'

const ORPHAN_CHECK_MS = 300

install()
buildClient()
const shop = spawn(node, ['server/main.ts'], { cwd: root, env: environment(), stdio: 'inherit' })

// The shop hears Ctrl-C by itself; whoever ends only this process ends the shop too. Wait until it has closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => shop.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
}
shop.once('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

// A signal to npm ends the shell between npm and us, which passes nothing on: then we have another parent.
const parent = process.ppid
const watch = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watch)
  shop.kill('SIGTERM')
}, ORPHAN_CHECK_MS)

import { spawn } from 'node:child_process'
import { buildClient } from './build.mjs'
import { environment, install, node, root } from './install.mjs'

install()
buildClient()
const shop = spawn(node, ['server/main.ts'], { cwd: root, env: environment(), stdio: 'inherit' })

// The shop hears Ctrl-C by itself; whoever ends only this process ends the shop too. Wait until it has closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => shop.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
shop.once('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

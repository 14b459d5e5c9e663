// Starts the shop with hot reload of server and pages.
import { spawn } from 'node:child_process'
import { environment, install, node, root } from './install.mjs'

install({ withTools: false })
const env = environment()
const programs = [
  spawn(node, ['--watch-path=server', '--watch-path=domain', '--watch-path=contract', 'server/main.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
  spawn(node, ['node_modules/vite/bin/vite.js'], { cwd: root, env, stdio: 'inherit' }),
]
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => programs.forEach((program) => program.kill(signal)))
for (const program of programs) program.once('close', () => programs.forEach((other) => other.kill('SIGTERM')))

// Servers of one shop as processes, and what their logs say.
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hasEnded, start } from './processes.mjs'

const OPEN_WITHIN_MS = 180_000

/** Starts a server and waits until it is open. */
export async function startServer({ name, folder, port, settings }) {
  let isOpen = false
  /** The times at which the server has done jobs. */
  const jobs = []
  const onOutput = (text) => {
    if (text.includes('Foyer is open')) isOpen = true
    for (const line of text.split('\n')) if (line.includes('"msg":"job"')) jobs.push(performance.now())
  }
  const child = start(name, process.execPath, [resolve(process.env.SERVER_MAIN)], {
    log: join(folder, `${name}.log`),
    env: {
      ...{ NODE_ENV: 'production', DATA_DIR: join(folder, name), PORT: String(port), DEMO: '0', DRAIN_SECONDS: '0' },
      ...{ LOG_REQUESTS: '1', LOG_LEVEL: 'info', ADMIN_PASSWORD: 'drill-admin-password', VERIFY_EMAIL: 'off' },
      JWT_SECRET: 'a secret of the drill, at least 32 characters',
      ...settings,
    },
    onOutput,
  })
  for (const deadline = performance.now() + OPEN_WITHIN_MS; !isOpen; await wait(100)) {
    if (hasEnded(child)) throw new Error(`${name} ended before it opened. See ${join(folder, `${name}.log`)}.`)
    if (performance.now() > deadline) throw new Error(`${name} did not open.`)
  }
  return { name, child, jobs, url: `http://127.0.0.1:${port}` }
}

/** Stops servers by SIGTERM. Returns the milliseconds until the last has closed. */
export async function closeServers(servers) {
  const start = performance.now()
  for (const { child } of servers) if (!hasEnded(child)) child.kill('SIGTERM')
  while (servers.some(({ child }) => !hasEnded(child))) {
    if (performance.now() - start > 60_000) return Infinity
    await wait(50)
  }
  return performance.now() - start
}

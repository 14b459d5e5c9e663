// Starts programs as an ordinary user, and stops those that it started, by their ids.
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const isRoot = process.getuid?.() === 0
const idOf = (kind) => Number(spawnSync('id', [kind, 'nobody'], { encoding: 'utf8' }).stdout)
/** The ordinary user: PostgreSQL refuses to run as root. */
export const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}

const started = new Map()

/** Starts a program whose output goes to a file. Replaces one of the same name that has ended. */
export function start(name, command, args, { log, env = {}, onOutput } = {}) {
  const file = openSync(log, 'a', 0o644)
  const child = spawn(command, args, {
    ...user,
    cwd: '/',
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', onOutput ? 'pipe' : file, file],
  })
  closeSync(file)
  child.stdout?.on('data', (chunk) => {
    appendFileSync(log, chunk)
    onOutput(chunk.toString())
  })
  child.on('error', () => undefined)
  started.set(name, child)
  return child
}

export const childOf = (name) => started.get(name)
export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null

export function signal(pid, name) {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

/** Lists a process and those that it started, directly or not. One quick call: meanwhile no answer is timed. */
export function familyOf(pid) {
  const { stdout } = spawnSync('ps', ['-e', '-o', 'ppid=,pid='], { encoding: 'utf8' })
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/).map(Number))
  const family = [pid]
  for (const parent of family) family.push(...all.flatMap(([of, child]) => (of === parent ? [child] : [])))
  return family
}

/** Stops all programs that were started: politely, then by force. */
export async function stopAll(order = [...started.keys()]) {
  for (const name of order) {
    const child = started.get(name)
    if (!child || hasEnded(child)) continue
    const family = familyOf(child.pid)
    for (const pid of family) signal(pid, 'SIGCONT')
    child.kill('SIGTERM')
    for (let tries = 0; tries < 100 && !hasEnded(child); tries += 1) await wait(100)
    for (const pid of family) signal(pid, 'SIGKILL')
  }
}

/** Finds free ports on the loopback address. */
export async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const server = createServer()
      return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
    }),
  )
  const ports = servers.map((server) => server.address().port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

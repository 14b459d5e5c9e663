import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { getuid, platform } from 'node:process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Starts PostgreSQL's programs, which refuse to run as root. As root, starts them as an unprivileged user. */
export type Starter = {
  start: (program: string, args: readonly string[], options: SpawnOptions) => ChildProcess
  /** Gives a file or folder to the unprivileged user. */
  handOver: (path: string) => Promise<void>
}

/** Tells whether this process runs as root. */
export function isRoot(): boolean {
  return platform !== 'win32' && getuid?.() === 0
}

/**
 * Chooses how to start PostgreSQL's programs so that they can reach a folder. Throws a sentence if it is impossible.
 */
export async function starterFor(folder: string): Promise<Starter> {
  if (!isRoot()) return { start: spawn, handOver: async () => {} }
  const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')])
  const handOver = (path: string) => chown(path, uid, gid)
  if (await isReachableByOthers(folder)) {
    return { start: (program, args, options) => spawn(program, args, { ...options, uid, gid }), handOver }
  }
  const setpriv = await capableSetpriv(uid, gid)
  return { start: (program, args, options) => spawn('setpriv', [...setpriv, program, ...args], options), handOver }
}

async function idOf(kind: '-u' | '-g'): Promise<number> {
  const { stdout } = await run('id', [kind, 'nobody'])
  return Number(stdout)
}

/** Tells whether every folder on the path is open to all users. */
export async function isReachableByOthers(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  const isOpen = (mode & 0o001) !== 0
  const parent = dirname(path)
  return isOpen && (parent === path || (await isReachableByOthers(parent)))
}

/**
 * Returns the arguments for `setpriv` (util-linux) that keep one capability for the unprivileged user: to pass closed
 * folders, such as root's home.
 */
async function capableSetpriv(uid: number, gid: number): Promise<string[]> {
  const args = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]
  try {
    await run('setpriv', [...args, 'true'])
    return args
  } catch {
    throw new Error(
      'PostgreSQL does not run as root, and the user "nobody" cannot reach this folder. Start Foyer as an ordinary user, or move it and DATA_DIR to a folder that everyone can pass, such as /srv.',
    )
  }
}

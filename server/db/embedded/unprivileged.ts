import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { getuid, platform } from 'node:process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Starts a program of PostgreSQL's, which refuses to run as root, as a user without rights when we are root. */
export type Starter = {
  start: (program: string, args: readonly string[], options: SpawnOptions) => ChildProcess
  /** Makes a file or folder of ours theirs. */
  handOver: (path: string) => Promise<void>
}

/** Whether we are root, whom PostgreSQL refuses to serve. */
export function isRoot(): boolean {
  return platform !== 'win32' && getuid?.() === 0
}

/** How to start PostgreSQL's programs here so that they reach a folder. Throws a sentence when there is no way. */
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

/** Whether every folder on the way to a path lets anyone pass. */
export async function isReachableByOthers(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  const isOpen = (mode & 0o001) !== 0
  const parent = dirname(path)
  return isOpen && (parent === path || (await isReachableByOthers(parent)))
}

/**
 * Below a closed folder, such as root's home, the user without rights keeps one right of root's: to pass closed
 * folders. That needs util-linux, which every Linux distribution for servers has.
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

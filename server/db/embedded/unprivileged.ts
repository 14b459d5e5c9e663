import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { chown, readFile, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { env, getuid, platform } from 'node:process'
import { promisify } from 'node:util'
import { SettingsError } from '../../settings/env.ts'

const run = promisify(execFile)

/**
 * Starts PostgreSQL's programs with a minimal environment. As root, starts them as an unprivileged user without
 * capabilities, because they refuse to run as root.
 */
export type Starter = {
  /** Starts a program in a folder. */
  start: (program: string, args: readonly string[], folder: string, options: SpawnOptions) => ChildProcess
  /** Returns the path by which a program started in this folder reaches the folder. */
  pathInside: (folder: string) => string
  /** Returns the path by which a program reaches a file that is its standard input. */
  pathOfInput: (file: string) => string
  /** Gives a file or folder to the unprivileged user. */
  handOver: (path: string) => Promise<void>
}

/** Environment variables that PostgreSQL and the loader of its libraries need. The second list is for Windows. */
const ENVIRONMENT = ['PATH', 'LD_LIBRARY_PATH', 'NIX_LD', 'NIX_LD_LIBRARY_PATH']
const WINDOWS_ENVIRONMENT = ['SystemRoot', 'windir', 'ComSpec', 'TEMP', 'TMP']

const named = (path: string) => path

/** Tells whether this process runs as root. */
export function isRoot(): boolean {
  return platform !== 'win32' && getuid?.() === 0
}

/**
 * Chooses how to start PostgreSQL's programs so that they can reach a folder. Throws a `SettingsError` if root cannot
 * start them safely.
 */
export async function starterFor(folder: string): Promise<Starter> {
  const asThisUser: Starter = {
    start: (program, args, cwd, options) => spawn(program, args, { ...options, cwd, env: minimalEnvironment() }),
    pathInside: named,
    pathOfInput: named,
    handOver: async () => {},
  }
  if (!isRoot()) return asThisUser
  const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')])
  const isReachable = await isReachableByOthers(await realpath(folder))
  if (!isReachable && platform !== 'linux') {
    throw new SettingsError(
      'PostgreSQL does not run as root, and the user "nobody" cannot reach DATA_DIR. Start Foyer as an ordinary user, or move DATA_DIR to a folder that everyone can pass, such as /srv.',
    )
  }
  const [command, ...prefix] = platform === 'linux' ? await withoutPrivileges(uid, gid) : []
  return {
    start: (program, args, cwd, options) =>
      command
        ? asThisUser.start(command, [...prefix, program, ...args], cwd, options)
        : asThisUser.start(program, args, cwd, { ...options, uid, gid }),
    // A closed folder on the path does not matter to a process that was started inside.
    pathInside: isReachable ? named : () => '/proc/self/cwd',
    pathOfInput: isReachable ? named : () => '/proc/self/fd/0',
    handOver: (path) => chown(path, uid, gid),
  }
}

function minimalEnvironment(): NodeJS.ProcessEnv {
  const names = platform === 'win32' ? [...ENVIRONMENT, ...WINDOWS_ENVIRONMENT] : ENVIRONMENT
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
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
 * Returns a `setpriv` command (util-linux) that runs a program as this user, without capabilities and unable to gain
 * any. A container may forbid emptying the bounding set, which has no effect after `--no-new-privs`.
 */
async function withoutPrivileges(uid: number, gid: number): Promise<string[]> {
  const confined = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs']
  const unable = [...confined, '--inh-caps=-all', '--ambient-caps=-all']
  for (const [command = '', ...args] of [[...unable, '--bounding-set=-all'], unable]) {
    const works = await run(command, [...args, 'true'], { cwd: '/' }).then(
      () => true,
      () => false,
    )
    if (works) return [command, ...args]
  }
  throw new SettingsError(
    'As root, Foyer starts its PostgreSQL without privileges, which needs the program setpriv (util-linux). Install it, or start Foyer as an ordinary user.',
  )
}

/**
 * Tells whether a process on Linux was started by a starter as it is today. Servers that an earlier version of Foyer
 * left running may have more privileges or hold the environment of the shop. True on other systems.
 */
export async function isConfined(pid: number): Promise<boolean> {
  if (platform !== 'linux') return true
  const [status, environment] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8'),
    readFile(`/proc/${pid}/environ`, 'utf8'),
  ])
  const inherited = environment.split('\0').map((entry) => entry.split('=')[0] ?? '')
  if (inherited.some((name) => name !== '' && !ENVIRONMENT.includes(name))) return false
  return (
    !isRoot() || (/^CapPrm:\s0+$/m.test(status) && /^CapInh:\s0+$/m.test(status) && /^NoNewPrivs:\s1$/m.test(status))
  )
}

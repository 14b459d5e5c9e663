// Runs on any Node from 20 on, because it installs the project's own Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const bin = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url))
const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
const stamp = fileURLToPath(new URL('../node_modules/.foyer-installed', import.meta.url))

/** Installs the packages of the lockfile, unless they are installed. */
export function install() {
  const lockfile = createHash('sha256')
    .update(readFileSync(`${root}/package-lock.json`))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfile) return
  console.log('Installing packages (about a minute, once) …')
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error('The packages could not be installed. Is the npm registry reachable?')
    process.exit(1)
  }
  writeFileSync(stamp, lockfile)
}

/** The environment in which every program is the project's own, Node 24 included, and starts from compiled code. */
export function environment() {
  const separator = process.platform === 'win32' ? ';' : ':'
  return {
    ...process.env,
    PATH: `${bin}${separator}${process.env.PATH}`,
    NODE_COMPILE_CACHE: compiled,
  }
}

/** The project's own Node. */
export const node = fileURLToPath(
  new URL(
    process.platform === 'win32' ? '../node_modules/node/bin/node.exe' : '../node_modules/node/bin/node',
    import.meta.url,
  ),
)

// Runs on any Node from 20 on, because it installs the project's own Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const bin = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url))
const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
const stamp = fileURLToPath(new URL('../node_modules/.foyer-installed', import.meta.url))
/** Holds the id and the start of the process that installs. Outside `node_modules`, which an installation empties. */
const lock = fileURLToPath(new URL('../.installing', import.meta.url))
const LOOK_AGAIN_MS = 200

/**
 * Installs the packages of the lockfile, unless they are installed: those with which the shop is built and runs, and by
 * default also the tools of developers. Waits while another command installs them.
 */
export function install({ withTools = true } = {}) {
  if (isInstalled(withTools)) return
  takeLock()
  try {
    if (!isInstalled(withTools)) installPackages(withTools)
  } finally {
    rmSync(lock, { force: true })
  }
}

function isInstalled(withTools) {
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  return installed === stampOf(true) || (!withTools && installed === stampOf(false))
}

const stampOf = (withTools) => `${lockfileHash()}${withTools ? '' : ' without tools'}`

function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(`${root}/package-lock.json`))
    .digest('hex')
}

function installPackages(withTools) {
  console.log('Installing packages (about a minute, once) …')
  const { status } = spawnSync('npm', ['ci', withTools ? '--include=dev' : '--omit=dev', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error('The packages could not be installed. Is the npm registry reachable?')
    rmSync(lock, { force: true })
    process.exit(1)
  }
  writeFileSync(stamp, stampOf(withTools))
}

/** Waits until no other process installs. A lock that a killed process left behind does not count. */
function takeLock() {
  const own = `${lock}-${process.pid}`
  writeFileSync(own, `${process.pid} ${startOf(process.pid)}`)
  try {
    for (let isTold = false; !linked(own);) {
      if (!isTold) console.log('Another command is installing the packages. Waiting for it …')
      isTold = true
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS)
    }
  } finally {
    rmSync(own, { force: true })
  }
}

/** Makes the lock a link to the file, whose content is there from the start. False if another process installs. */
function linked(own) {
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isAbandoned()) rmSync(lock, { force: true })
    return false
  }
}

/** Tells whether the process of the lock has ended, also if its id belongs to another one now, such as this one. */
function isAbandoned() {
  try {
    const [pid, start = ''] = readFileSync(lock, 'utf8').trim().split(' ')
    return Number(pid) === process.pid || !isRunning(Number(pid)) || (start !== '' && startOf(pid) !== start)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return false
  }
}

/** Reads when a process started, in ticks since the machine did. Empty where there is no /proc. */
function startOf(pid) {
  try {
    // The name before it, in parentheses, may have spaces. It is the 22nd field.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[19]
  } catch {
    return ''
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Returns the environment in which every program is the project's own, Node 24 included, and starts from compiled code.
 */
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

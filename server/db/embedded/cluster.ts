import { randomBytes } from 'node:crypto'
import { access, chmod, constants, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SettingsError } from '../../env.ts'
import { findBinaries } from './binaries.ts'
import { type Starter, starterFor } from './unprivileged.ts'

/** A PostgreSQL cluster on disk: made, but not yet running. */
export type Cluster = { folder: string; password: string; postgres: string; starter: Starter; isNew: boolean }

/** Opens the cluster in `dataDir/postgres`; makes it when there is none. An unfinished attempt is made again. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  await makeDataDir(dataDir)
  const { initdb, postgres } = await findBinaries()
  const starter = await starterFor(dataDir)
  const folder = join(dataDir, 'postgres')
  const isNew = !(await exists(join(folder, 'PG_VERSION')))
  const password = await keepPassword(dataDir, starter)
  if (isNew) await makeCluster({ folder, dataDir, initdb, starter })
  return { folder, password, postgres, starter, isNew }
}

/** Makes the folder and those above it. Throws a sentence that names the setting when that, or writing there, cannot be. */
async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new SettingsError(`DATA_DIR cannot be used: ${error instanceof Error ? error.message : String(error)}`)
  }
}

// Node's own recursive mkdir never ends below a folder such as /proc, in which nothing can be made.
async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return
  if (dirname(path) !== path) await makeFolder(dirname(path))
  await mkdir(path)
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

type Making = { folder: string; dataDir: string; initdb: string; starter: Starter }

async function makeCluster({ folder, dataDir, initdb, starter }: Making): Promise<void> {
  const unfinished = join(dataDir, 'postgres.unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await starter.handOver(unfinished)
  const args = [
    `--pgdata=${unfinished}`,
    '--username=postgres',
    `--pwfile=${passwordFile(dataDir)}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
  ]
  const child = starter.start(initdb, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, code] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
  ])
  if (code !== 0) throw new Error(`The embedded PostgreSQL could not be set up in ${folder}: ${errors || output}`)
  await rename(unfinished, folder)
}

const passwordFile = (dataDir: string) => join(dataDir, 'postgres.password')

async function keepPassword(dataDir: string, starter: Starter): Promise<string> {
  const file = passwordFile(dataDir)
  if (!(await exists(file))) {
    await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
    await chmod(file, 0o600)
    await starter.handOver(file)
  }
  return readPassword(dataDir)
}

/** The password of the cluster in `dataDir`, of its owner and of the shop. */
export async function readPassword(dataDir: string): Promise<string> {
  return (await readFile(passwordFile(dataDir), 'utf8')).trim()
}

/** A TCP port on the loopback address that nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

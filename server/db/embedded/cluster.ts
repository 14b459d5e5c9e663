import { access, constants, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SettingsError } from '../../settings/env.ts'
import { createFolder, fileFault } from '../../files.ts'
import { findBinaries } from './binaries.ts'
import { keepPasswords, type Passwords, superuserFile } from './passwords.ts'
import { type Starter, starterFor } from './unprivileged.ts'

/** An initialised PostgreSQL cluster on disk, not yet running. */
export type Cluster = { folder: string; passwords: Passwords; postgres: string; starter: Starter; isNew: boolean }

/** The folder in DATA_DIR in which a restore builds the data. An interrupted restore leaves it. */
export const RESTORING = 'restoring'

/**
 * Opens the cluster in `dataDir/postgres`. Initialises it if there is none, also after an interrupted attempt. Throws a
 * `SettingsError` if there is none because a restore was interrupted.
 */
export async function openCluster(dataDir: string): Promise<Cluster> {
  await createDataDir(dataDir)
  const { initdb, postgres } = await findBinaries()
  const starter = await starterFor(dataDir)
  const folder = join(dataDir, 'postgres')
  const isNew = !(await exists(join(folder, 'PG_VERSION')))
  if (isNew && (await exists(join(dataDir, RESTORING)))) throw new SettingsError(describeRestore(dataDir))
  const passwords = await keepPasswords(dataDir)
  if (isNew) await initCluster({ folder, dataDir, initdb, starter })
  return { folder, passwords, postgres, starter, isNew }
}

const describeRestore = (dataDir: string) =>
  `A restore into ${dataDir} was interrupted, or is still running. Wait until it has ended, or repeat "npm run restore" with --replace. For a new shop, delete the file "${RESTORING}" in this folder. The former data, if there were any, are kept in the folder itself and in its newest folder "replaced-…".`

/**
 * Creates the folder and its parents. Throws a `SettingsError` that names DATA_DIR if that fails or it is not writable.
 */
async function createDataDir(dataDir: string): Promise<void> {
  try {
    await createFolder(dataDir)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const fault = fileFault(error)
    if (!fault) throw error
    throw new SettingsError(`DATA_DIR cannot be used: ${fault.path ?? dataDir}: ${fault.why}.`)
  }
}

type ClusterFolders = { folder: string; dataDir: string; initdb: string; starter: Starter }

async function initCluster({ folder, dataDir, initdb, starter }: ClusterFolders): Promise<void> {
  const unfinished = join(dataDir, 'postgres.unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await starter.handOver(unfinished)
  await starter.handOver(superuserFile(dataDir))
  const password = await open(superuserFile(dataDir))
  const args = [
    `--pgdata=${starter.pathInside(unfinished)}`,
    '--username=postgres',
    `--pwfile=${starter.pathOfInput(superuserFile(dataDir))}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
  ]
  const child = starter.start(initdb, args, unfinished, { stdio: [password.fd, 'pipe', 'pipe'] })
  const [output, errors, code] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
  ]).finally(() => password.close())
  if (code !== 0) throw new Error(`The embedded PostgreSQL could not be set up in ${folder}: ${errors || output}`)
  await rename(unfinished, folder)
}

/** Finds a free TCP port on the loopback address. */
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

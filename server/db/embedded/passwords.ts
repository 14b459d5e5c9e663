import { randomBytes } from 'node:crypto'
import { chmod, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The passwords of the cluster's roles. */
export type Passwords = { superuser: string; owner: string; shop: string }

/** Returns the file of the superuser's password. PostgreSQL reads it when it initialises the cluster. */
export const superuserFile = (dataDir: string) => join(dataDir, 'postgres.superuser.password')
export const ownerFile = (dataDir: string) => join(dataDir, 'postgres.owner.password')
export const shopFile = (dataDir: string) => join(dataDir, 'postgres.password')

/** Reads the passwords in `dataDir`. Creates the missing ones. */
export async function keepPasswords(dataDir: string): Promise<Passwords> {
  await Promise.all([superuserFile, ownerFile, shopFile].map((file) => createPassword(file(dataDir))))
  return {
    superuser: await readSuperuserPassword(dataDir),
    owner: await read(ownerFile(dataDir)),
    shop: await readShopPassword(dataDir),
  }
}

/** Reads the superuser's password in `dataDir`. */
export function readSuperuserPassword(dataDir: string): Promise<string> {
  return read(superuserFile(dataDir))
}

/** Reads the password of the shop's role in `dataDir`. */
export function readShopPassword(dataDir: string): Promise<string> {
  return read(shopFile(dataDir))
}

async function createPassword(file: string): Promise<void> {
  const isThere = await stat(file).then(
    () => true,
    () => false,
  )
  if (isThere) return
  // An interrupted start leaves no empty password.
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, randomBytes(24).toString('base64url'), { mode: 0o600 })
  await chmod(unfinished, 0o600)
  await rename(unfinished, file)
}

const read = async (file: string) => (await readFile(file, 'utf8')).trim()

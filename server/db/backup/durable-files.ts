import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { platform } from 'node:process'

/** Writes a JSON file that is complete or absent after a crash. */
export function writeJson(file: string, content: unknown): Promise<void> {
  return writeJsonWithInode(file, () => content)
}

/** The same for a file that contains its own inode, by which it differs from its copies. */
export async function writeJsonWithInode(file: string, contentWith: (inode: string) => unknown): Promise<void> {
  const unfinished = `${file}.unfinished`
  const handle = await open(unfinished, 'w', 0o600)
  try {
    const { ino } = await handle.stat({ bigint: true })
    await handle.writeFile(JSON.stringify(contentWith(String(ino)), undefined, 2))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await renameDurably(unfinished, file)
}

/** Reads a JSON file. Undefined if there is none. */
export async function readJson<Content>(file: string): Promise<Content | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Content
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Renames a file so that the new name survives a crash. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** Makes new names in a folder survive a crash. Windows cannot open folders and does it by itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Tells whether an error means that a file or folder does not exist. */
export const isMissing = (error: unknown) => hasCode(error, ['ENOENT'])

/** Tells whether an error means that this user has no right to a file or folder. */
export const isForbidden = (error: unknown) => hasCode(error, ['EACCES', 'EPERM'])

/** Tells whether an error means that a disk is full, or the part of it that this user may fill. */
export const isDiskFull = (error: unknown): error is Error => hasCode(error, ['ENOSPC', 'EDQUOT'])

const hasCode = (error: unknown, codes: readonly string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

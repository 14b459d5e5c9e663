import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'this user has no right to it',
  EPERM: 'this user has no right to it',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a file is where a folder should be',
  EEXIST: 'a file has this name',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links form a circle',
}

/** Describes why the operating system refused a file or folder. Undefined for any other error. */
export function fileFault(error: unknown): { path: string | undefined; why: string } | undefined {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return undefined
  const why = error.syscall === 'mkdir' && error.code === 'ENOENT' ? 'no folder can be created there' : undefined
  const known = why ?? FAULTS[String(error.code)]
  return known === undefined ? undefined : { path: 'path' in error ? String(error.path) : undefined, why: known }
}

/**
 * Creates a folder and its parents, with this mode, unless it exists. Node's own recursive mkdir never returns below a
 * folder such as /proc, in which no folder can be created.
 */
export async function createFolder(path: string, mode = 0o777): Promise<void> {
  if (await isFolder(path)) return
  if (dirname(path) !== path) await createFolder(dirname(path), mode)
  await mkdir(path, { mode })
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

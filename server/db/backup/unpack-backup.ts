import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { filesOf } from './backup-folder.ts'
import { isDiskFull, isMissing } from './durable-files.ts'
import { SEGMENT_BYTES } from './lsn.ts'
import { PARTIAL } from './wal-writer.ts'

const run = promisify(execFile)

/**
 * Unpacks a backup into an empty folder as DATA_DIR: the passwords, and the database with all WAL. Verifies the
 * checksum of each file of the base backup. Throws an Error with a sentence for the operator.
 */
export async function unpackBackup(backup: string, dataDir: string): Promise<void> {
  const { base, passwords, wal } = filesOf(backup)
  for (const file of await readdir(passwords)) await copyOnto(join(passwords, file), join(dataDir, file))
  const postgres = join(dataDir, 'postgres')
  await mkdir(postgres, { mode: 0o700 })
  await run('tar', ['-xf', base, '-C', postgres, '--no-same-owner']).catch((error: Error) => {
    throw new Error(`${base} cannot be unpacked by the program tar: ${error.message}`)
  })
  await verifyManifest(backup, postgres)
  for (const name of await readdir(wal)) await copySegment(wal, name, join(postgres, 'pg_wal'))
}

type Manifest = { Files: { Path: string; Size: number; Checksum: string }[] }

async function verifyManifest(backup: string, postgres: string): Promise<void> {
  const { manifest } = filesOf(backup)
  const { Files } = JSON.parse(await readFile(manifest, 'utf8')) as Manifest
  for (const { Path, Checksum } of Files) {
    const hash = createHash('sha256')
    const found = await pipeline(createReadStream(join(postgres, Path)), hash).then(
      () => hash.digest('hex'),
      () => 'missing',
    )
    if (found !== Checksum) throw new Error(`The backup in ${backup} is damaged: ${Path} has a wrong checksum.`)
  }
}

async function copySegment(wal: string, name: string, to: string): Promise<void> {
  const complete = basename(name, PARTIAL)
  if (name === complete) return copyOnto(join(wal, name), join(to, name))
  try {
    await copyPartial(join(wal, name), join(to, complete))
  } catch (error) {
    if (!isMissing(error)) throw error
    // The shop that writes it has completed it meanwhile.
    await copyOnto(join(wal, complete), join(to, complete))
  }
}

/** Copies a file. Names the copy if its disk is full, because Node names the original. */
async function copyOnto(from: string, to: string): Promise<void> {
  await copyFile(from, to).catch((error: unknown) => {
    throw isDiskFull(error) ? Object.assign(error, { path: to }) : error
  })
}

/** Copies an incomplete segment over the one of the base backup, which may contain fewer or more of the same bytes. */
async function copyPartial(from: string, to: string): Promise<void> {
  const bytes = await readFile(from)
  const file = await open(to, 'r+').catch(() => open(to, 'wx', 0o600))
  try {
    await file.write(bytes, 0, bytes.length, 0)
    await file.truncate(Number(SEGMENT_BYTES))
  } finally {
    await file.close()
  }
}

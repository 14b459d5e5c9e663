import { open, readdir, readFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { renameDurably, syncFolder } from './durable-files.ts'
import { ForeignBackupError } from './foreign-backup-error.ts'
import { type Lsn, parseLsn, SEGMENT_BYTES, segmentName, segmentStart, startOfSegment } from './lsn.ts'

/** The ending of a segment that is not yet complete. */
export const PARTIAL = '.partial'

/** `former` are the bytes of an earlier writer that are known to be stored. */
type Segment = { name: string; file: FileHandle; former: Buffer }

/** Where the WAL of a backup begins, and until where it is known to be stored. */
type StoredWal = { timeline: number; startLsn: string; coveredLsn: Lsn }

/**
 * Writes WAL into segment files. A segment gets its name when it is complete and synced. A restarted writer repeats the
 * incomplete segment from its start, with the same bytes.
 */
export class WalWriter {
  readonly #folder: string
  readonly #timeline: number
  readonly #coveredLsn: Lsn
  #segment: Segment | undefined
  #position: Lsn

  private constructor(folder: string, { timeline, coveredLsn }: StoredWal, position: Lsn) {
    this.#folder = folder
    this.#timeline = timeline
    this.#coveredLsn = coveredLsn
    this.#position = position
  }

  /** Continues after the last complete segment, or at the segment of `startLsn`. */
  static async open(folder: string, stored: StoredWal): Promise<WalWriter> {
    const complete = (await readdir(folder)).filter((name) => /^[\dA-F]{24}$/.test(name)).toSorted()
    const last = complete.at(-1)
    const position = last ? startOfSegment(last) + SEGMENT_BYTES : segmentStart(parseLsn(stored.startLsn))
    return new WalWriter(folder, stored, position)
  }

  /** The position of the next byte. */
  get position(): Lsn {
    return this.#position
  }

  /** The position until which the folder has WAL. */
  get end(): Lsn {
    return this.#position > this.#coveredLsn ? this.#position : this.#coveredLsn
  }

  /**
   * Writes the bytes at a position. Throws if bytes are missing before it, and a `ForeignBackupError` if other bytes
   * are stored there: those of another database.
   */
  async write(start: Lsn, bytes: Buffer): Promise<void> {
    if (start !== this.#position) throw new Error(`The WAL continues at ${start} instead of ${this.#position}.`)
    let rest = bytes
    while (rest.length > 0) {
      this.#segment ??= await this.#create()
      const offset = this.#position % SEGMENT_BYTES
      const part = rest.subarray(0, Number(SEGMENT_BYTES - offset))
      const former = this.#segment.former.subarray(Number(offset), Number(offset) + part.length)
      if (!former.equals(part.subarray(0, former.length))) throw new ForeignBackupError('ahead')
      await writeAll(this.#segment.file, part, Number(offset))
      this.#position += BigInt(part.length)
      rest = rest.subarray(part.length)
      if (this.#position % SEGMENT_BYTES === 0n) await this.#complete(this.#segment)
    }
  }

  /** Syncs everything written. */
  async sync(): Promise<void> {
    await this.#segment?.file.datasync()
  }

  async close(): Promise<void> {
    await this.#segment?.file.close()
    this.#segment = undefined
  }

  async #create(): Promise<Segment> {
    const name = segmentName(this.#timeline, this.#position)
    const path = join(this.#folder, name + PARTIAL)
    // Keeps the bytes of an earlier attempt.
    const file = await open(path, 'r+').catch(() => open(path, 'wx', 0o600))
    await syncFolder(this.#folder)
    const stored = Math.max(Number(this.#coveredLsn - segmentStart(this.#position)), 0)
    return { name, file, former: (await readFile(path)).subarray(0, stored) }
  }

  async #complete({ name, file }: Segment): Promise<void> {
    await file.sync()
    await this.close()
    await renameDurably(join(this.#folder, name + PARTIAL), join(this.#folder, name))
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

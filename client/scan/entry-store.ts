import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { EntryChanges, EntrySet, StoredScan } from '#contract/entry.ts'
import type { ShowId, TicketId } from '#domain/ids.ts'
import type { EntryDevice } from './entry-types.ts'

const NAME = 'foyer-scanner'
const NEXT = 'next'

/** The pairing of this phone, with what it knows of the server's clock. */
export type Pairing = {
  readonly token: string
  readonly device: EntryDevice
  /** The show at whose door the phone stands. */
  readonly showId: ShowId
  /** The highest number of a scan with a verdict. */
  readonly lastNumber: number
  /** The server's clock minus that of the phone, in milliseconds. */
  readonly clockOffsetMs: number
  /** The server's time of the last contact. */
  readonly lastContactAt: string
}

/** The set of a show as it was fetched. */
export type KeptSet = { readonly set: EntrySet; readonly etag: string | null }
type Change = EntryChanges[number]

type Schema = DBSchema & {
  pairing: { key: string; value: Pairing }
  sets: { key: number; value: KeptSet }
  /** Changes of tickets since their set was fetched. */
  changes: { key: [ShowId, TicketId]; value: Change }
  /** When the set with its changes was last known to be complete, by the phone's clock. */
  syncs: { key: number; value: number }
  /** Scans that the server has not confirmed. */
  scans: { key: string; value: StoredScan }
}

/** Keeps the scanner's pairing, sets and unsent scans in IndexedDB. Every method throws if the browser refuses. */
export class EntryStore {
  readonly #database: IDBPDatabase<Schema>

  private constructor(database: IDBPDatabase<Schema>) {
    this.#database = database
  }

  static async open(): Promise<EntryStore> {
    const database = await openDB<Schema>(NAME, 1, {
      upgrade: (fresh) => {
        for (const name of ['pairing', 'sets', 'changes', 'syncs'] as const) fresh.createObjectStore(name)
        fresh.createObjectStore('scans', { keyPath: 'key' })
      },
    })
    return new EntryStore(database)
  }

  readPairing(): Promise<Pairing | undefined> {
    return this.#database.get('pairing', NAME)
  }

  async savePairing(pairing: Pairing): Promise<void> {
    await this.#database.put('pairing', pairing, NAME)
  }

  /** Reads the pairing that replaces the present one as soon as all scans are sent. */
  readNextPairing(): Promise<Pairing | undefined> {
    return this.#database.get('pairing', NEXT)
  }

  async saveNextPairing(pairing: Pairing): Promise<void> {
    await this.#database.put('pairing', pairing, NEXT)
  }

  async deleteNextPairing(): Promise<void> {
    await this.#database.delete('pairing', NEXT)
  }

  /** Stores a scan on the disk before it resolves, so that a crash or an empty battery cannot lose it. */
  async saveScan(scan: StoredScan): Promise<void> {
    const transaction = this.#database.transaction('scans', 'readwrite', { durability: 'strict' })
    await Promise.all([transaction.store.put(scan), transaction.done])
  }

  async deleteScans(keys: readonly string[]): Promise<void> {
    const transaction = this.#database.transaction('scans', 'readwrite')
    await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done])
  }

  /** Reads the unsent scans. */
  readScans(): Promise<StoredScan[]> {
    return this.#database.getAll('scans')
  }

  /** Reads the set of a show with its changes since; undefined without a set. */
  async readSet(showId: ShowId): Promise<{ kept: KeptSet; changes: Change[]; syncedAt: number } | undefined> {
    const [kept, changes, syncedAt] = await Promise.all([
      this.#database.get('sets', showId),
      this.#database.getAll('changes', changesOf(showId)),
      this.#database.get('syncs', showId),
    ])
    return kept && { kept, changes, syncedAt: syncedAt ?? 0 }
  }

  /** Replaces the set of a show. Its changes are part of the new one. */
  async saveSet(showId: ShowId, kept: KeptSet, syncedAt: number): Promise<void> {
    const transaction = this.#database.transaction(['sets', 'changes', 'syncs'], 'readwrite')
    await Promise.all([
      transaction.objectStore('sets').put(kept, showId),
      transaction.objectStore('changes').delete(changesOf(showId)),
      transaction.objectStore('syncs').put(syncedAt, showId),
      transaction.done,
    ])
  }

  async saveChanges(showId: ShowId, changes: readonly Change[]): Promise<void> {
    const transaction = this.#database.transaction('changes', 'readwrite')
    await Promise.all([
      ...changes.map((change) => transaction.store.put(change, [showId, change[0]])),
      transaction.done,
    ])
  }

  async saveSync(showId: ShowId, syncedAt: number): Promise<void> {
    await this.#database.put('syncs', syncedAt, showId)
  }

  /** Deletes everything that the scanner has stored on this phone. */
  async wipe(): Promise<void> {
    const names = ['pairing', 'sets', 'changes', 'syncs', 'scans'] as const
    await Promise.all(names.map((name) => this.#database.clear(name)))
  }
}

function changesOf(showId: ShowId): IDBKeyRange {
  return IDBKeyRange.bound([showId, 0], [showId, Number.MAX_SAFE_INTEGER])
}

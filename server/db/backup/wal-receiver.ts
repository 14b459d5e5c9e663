import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { sqlStateOf } from '../connection.ts'
import { findSuperuser, type SuperuserAddress } from '../embedded/superuser.ts'
import { filesOf, readBackup, writeCovered } from './backup-folder.ts'
import { type Lsn, parseLsn } from './lsn.ts'
import { connectForReplication, onCopyData, readWalMessage, reportStored, streamWal } from './replication.ts'
import { listStreams, removeStream, type WalStream } from './streams.ts'
import { WalWriter } from './wal-writer.ts'

const SYNC_EVERY_MS = 1_000
const COVERED_EVERY_MS = 5_000
const RETRY_AFTER_MS = 2_000
const OBJECT_IN_USE = '55006'
const WARN_EVERY_MS = 10 * 60_000
const STORED_WITHIN_MS = 60_000
const LAST_WAL_WITHIN_MS = 5_000
/** The shop notices within seconds that a transfer ended, and stores its last WAL first; later on a busy machine. */
const SLOT_FREE_WITHIN_MS = 60_000

type Log = { warn: (text: string) => void; info: (text: string) => void }
/** The latest backup as this process knows it: when it was made, and until when it contains all changes. */
export type BackupState = { madeAt?: Date; coveredUntil?: Date }

type WalReceiver = { stop: () => Promise<void>; state: () => BackupState }
type Shop = { dataDir: string; connectionString: string; log: Log }

/**
 * Transfers the WAL of the embedded database into the folder of the last backup until `stop`. A folder that cannot be
 * written never stops the shop: the log warns, the database keeps up to 4 GB of WAL, and the transfer is tried again.
 * `stop` transfers the last changes first, within seconds.
 */
export function startWalReceiver({ dataDir, connectionString, log }: Shop): WalReceiver {
  const stopping = new AbortController()
  let latest: BackupState = {}
  let warnedAt: number | undefined

  function warn({ folder }: WalStream, error: unknown): void {
    if (warnedAt !== undefined && performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    log.warn(
      `The backup in ${folder} gets no changes: ${String(error)}. The database keeps up to 4 GB of them. If the replication slot is lost, run "npm run backup" again.`,
    )
  }
  async function onStored({ folder }: WalStream, coveredUntil: Date): Promise<void> {
    const backup = await readBackup(folder)
    latest = { ...(backup ? { madeAt: new Date(backup.finishedAt) } : {}), coveredUntil }
    if (warnedAt !== undefined) log.info(`The backup in ${folder} gets changes again.`)
    warnedAt = undefined
  }
  async function run(): Promise<void> {
    for (;;) {
      // Also transfers the last changes of a shop that stops between two transfers.
      const isLast = stopping.signal.aborted
      const [stream, next] = await listStreams(dataDir).catch(() => [])
      let pauseMs = stream ? 0 : SYNC_EVERY_MS
      try {
        if (stream) {
          const database = await findSuperuser(dataDir, connectionString)
          await transfer(stream, {
            dataDir,
            database,
            stopping: stopping.signal,
            onStored: (until) => onStored(stream, until),
          })
        }
      } catch (error) {
        pauseMs = RETRY_AFTER_MS
        if (stream) warn(stream, error)
        // A newer backup needs no older one.
        if (stream && next) await removeStream(dataDir, stream.slot)
      }
      if (isLast) return
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
    state: () => latest,
  }
}

type Transfer = {
  dataDir: string
  database: SuperuserAddress
  stopping: AbortSignal
  onStored: (coveredUntil: Date) => Promise<void>
}

/**
 * Receives WAL until the shop stops, the operator ends the transfer, or a newer backup contains all that follows. Drops
 * the slot in the last two cases.
 */
async function transfer(stream: WalStream, options: Transfer): Promise<void> {
  const toClose = new AsyncDisposableStack()
  try {
    await receive(stream, options, toClose)
  } finally {
    await toClose.disposeAsync()
  }
}

async function receive(
  stream: WalStream,
  { dataDir, database, stopping, onStored }: Transfer,
  toClose: AsyncDisposableStack,
): Promise<void> {
  const writer = await WalWriter.open(filesOf(stream.folder).wal, stream)
  const sql = new Client({ ...database, application_name: 'foyer backup' })
  sql.on('error', () => {})
  await sql.connect()
  toClose.defer(() => sql.end())
  const client = await connectForReplication(database)
  const copy = onCopyData(client, async (message) => {
    const wal = readWalMessage(message)
    if (wal) await writer.write(wal.start, wal.bytes)
  })
  const disconnect = async () => {
    await client.end().catch(() => {})
    await copy.run(async () => {}).catch(() => {})
    await writer.close()
  }
  toClose.defer(disconnect)
  const ended = streamWal(client, { slot: stream.slot, start: writer.position, timeline: stream.timeline })
  ended.catch(() => {})

  async function store(): Promise<Lsn> {
    const stored = await copy.run(async () => {
      await writer.sync()
      return writer.position
    })
    reportStored(client, stored)
    return stored
  }
  async function cover(within: AbortSignal): Promise<void> {
    const mark = await writeMark(sql)
    while ((await store()) < mark.end) {
      within.throwIfAborted()
      await Promise.race([pause(20), ended])
    }
    await writeCovered(stream.folder, { until: mark.at, lsn: mark.end })
    await onStored(mark.at)
  }

  let coveredAt = -Infinity
  for (;;) {
    const isStopping = stopping.aborted
    const [own, next] = await streamsFrom(dataDir, stream.slot)
    const isOver = own === undefined || (next !== undefined && (await store()) >= parseLsn(next.endLsn))
    if (isOver || isStopping || performance.now() - coveredAt >= COVERED_EVERY_MS) {
      await cover(AbortSignal.timeout(isStopping ? LAST_WAL_WITHIN_MS : STORED_WITHIN_MS))
      coveredAt = performance.now()
    } else await store()
    if (isOver) {
      await disconnect()
      await dropSlot(sql, stream.slot)
      await removeStream(dataDir, stream.slot)
    }
    if (isOver || isStopping) return
    await Promise.race([pause(SYNC_EVERY_MS, undefined, { signal: stopping }).catch(() => {}), ended])
  }
}

/** Finds a transfer and the one after it. */
async function streamsFrom(dataDir: string, slot: string): Promise<[WalStream | undefined, WalStream | undefined]> {
  const streams = await listStreams(dataDir)
  const at = streams.findIndex((stream) => stream.slot === slot)
  return at < 0 ? [undefined, undefined] : [streams[at], streams[at + 1]]
}

/**
 * Commits a transaction without any change, so that the WAL tells the time also while nobody buys. Returns a time
 * before the commit, and a position after it.
 */
async function writeMark(sql: Client): Promise<{ at: Date; end: Lsn }> {
  const { rows: before } = await sql.query<{ at: Date }>(
    `select clock_timestamp() as at, pg_logical_emit_message(true, 'foyer backup', '')`,
  )
  const { rows: after } = await sql.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
  const [[mark], [end]] = [before, after]
  if (!mark || !end) throw new Error('The database does not tell the position of its WAL.')
  return { at: mark.at, end: parseLsn(end.lsn) }
}

/** Drops a replication slot if it exists, after its connection has ended. The shop may be just opening one. */
export async function dropSlot(sql: Client, slot: string): Promise<void> {
  const deadline = Date.now() + SLOT_FREE_WITHIN_MS
  for (;;) {
    try {
      await sql.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [
        slot,
      ])
      return
    } catch (error) {
      if (sqlStateOf(error) !== OBJECT_IN_USE || Date.now() > deadline) throw error
    }
    await pause(20)
  }
}

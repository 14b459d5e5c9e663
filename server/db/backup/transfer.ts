import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import type { SuperuserAddress } from '../embedded/superuser.ts'
import { filesOf, readCovered, writeCovered } from './backup-folder.ts'
import { claimBackup, closeMark, requireMark, type Writer } from './claims.ts'
import { ForeignBackupError } from './foreign-backup-error.ts'
import { type Lsn, parseLsn } from './lsn.ts'
import { connectForReplication, onCopyData, readWalMessage, reportStored, streamWal } from './replication.ts'
import { connectForBackup, endStream } from './slots.ts'
import { streamsFrom, type WalStream } from './streams.ts'
import { COVERED_EVERY_MS, SYNC_EVERY_MS } from './times.ts'
import { WalWriter } from './wal-writer.ts'

const STORED_WITHIN_MS = 60_000
const LAST_WAL_WITHIN_MS = 5_000

type Transfer = Writer & {
  database: SuperuserAddress
  /** Called for the newest backup when it contains all changes until a time. */
  onStored: (coveredUntil: Date) => Promise<void>
}

/**
 * Receives WAL until the shop stops, the operator ends the transfer, or a newer backup contains all that follows. Drops
 * the slot in the last two cases. Throws a `ForeignBackupError` if the backup is not of these data.
 */
export async function transfer(stream: WalStream, options: Transfer): Promise<void> {
  const toClose = new AsyncDisposableStack()
  try {
    await claimBackup(stream, options)
    await receive(stream, options, toClose)
  } finally {
    await toClose.disposeAsync()
  }
}

async function receive(
  stream: WalStream,
  { id, dataDir, database, disk, stopping, onStored }: Transfer,
  toClose: AsyncDisposableStack,
): Promise<void> {
  const { slot, folder, timeline } = stream
  const writer = await disk.use(() => openWriter(stream))
  const sql = await connectForBackup(database)
  toClose.defer(() => sql.end())
  if (writer.end > (await selectFlushed(sql))) throw new ForeignBackupError('ahead')
  const client = await connectForReplication(database)
  const copy = onCopyData(client, async (message) => {
    const wal = readWalMessage(message)
    if (wal) await disk.use(() => writer.write(wal.start, wal.bytes))
  })
  const disconnect = async () => {
    await client.end().catch(() => {})
    await copy.run(async () => {}).catch(() => {})
    await disk.release(() => writer.close())
  }
  toClose.defer(disconnect)
  const ended = streamWal(client, { slot, start: writer.position, timeline })
  ended.catch(() => {})

  async function store(): Promise<Lsn> {
    const stored = await copy.run(() =>
      disk.use(async () => {
        await requireMark(folder, id)
        await writer.sync()
        return writer.position
      }),
    )
    reportStored(client, stored)
    return stored
  }
  async function cover(within: AbortSignal): Promise<Date> {
    const moment = await commitNothing(sql)
    while ((await store()) < moment.end) {
      within.throwIfAborted()
      await Promise.race([pause(20), ended])
    }
    await disk.use(() => writeCovered(folder, { until: moment.at, lsn: moment.end }))
    return moment.at
  }

  let coveredAt = -Infinity
  for (;;) {
    const isStopping = stopping.aborted
    const [own, next] = await streamsFrom(dataDir, slot)
    const isOver = own === undefined || (next !== undefined && (await store()) >= parseLsn(next.endLsn))
    if (isOver || isStopping || performance.now() - coveredAt >= COVERED_EVERY_MS) {
      const until = await cover(AbortSignal.timeout(isStopping ? LAST_WAL_WITHIN_MS : STORED_WITHIN_MS))
      coveredAt = performance.now()
      if (!next) await onStored(until)
    } else await store()
    if (isOver) {
      await disconnect()
      await endStream(sql, dataDir, slot)
    } else if (isStopping) await disk.use(() => closeMark(folder, id))
    if (isOver || isStopping) return
    await Promise.race([pause(SYNC_EVERY_MS, undefined, { signal: stopping }).catch(() => {}), ended])
  }
}

async function openWriter({ folder, timeline, startLsn }: WalStream): Promise<WalWriter> {
  const coveredLsn = parseLsn((await readCovered(folder))?.lsn ?? '0/0')
  return WalWriter.open(filesOf(folder).wal, { timeline, startLsn, coveredLsn })
}

/**
 * Commits a transaction without any change, so that the WAL tells the time also while nobody buys. Returns a time
 * before the commit, and a position after it.
 */
async function commitNothing(sql: Client): Promise<{ at: Date; end: Lsn }> {
  const { rows } = await sql.query<{ at: Date }>(
    `select clock_timestamp() as at, pg_logical_emit_message(true, 'foyer backup', '')`,
  )
  const [moment] = rows
  if (!moment) throw new Error('The database does not tell the time.')
  return { at: moment.at, end: await selectFlushed(sql) }
}

async function selectFlushed(sql: Client): Promise<Lsn> {
  const { rows } = await sql.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
  const [end] = rows
  if (!end) throw new Error('The database does not tell the position of its WAL.')
  return parseLsn(end.lsn)
}

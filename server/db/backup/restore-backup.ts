import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createFolder } from '../../files.ts'
import { selectViolations, type Violation } from '../audit.sql.ts'
import { connect, type Db } from '../connection.ts'
import { raiseIds } from '../raise-ids.sql.ts'
import { RESTORING } from '../embedded/cluster.ts'
import { DataInUseError, findEmbedded, startEmbedded } from '../embedded/embedded.ts'
import { recoverCluster, WalEndsBeforeError } from '../embedded/recover-cluster.ts'
import { type Backup, listBackups, readCovered, refuseSingleBackup } from './backup-folder.ts'
import { isMissing } from './durable-files.ts'
import { beginHistory } from './history.ts'
import { comparePositions } from './lsn.ts'
import { unpackBackup } from './unpack-backup.ts'

/**
 * A wish to restore: the latest state if `until` is undefined. `replace` moves existing data aside. `keepAccess` keeps
 * sessions, scanners and offers of tickets, which is safe only if no change of the shop is missing.
 */
export type RestoreTask = { source: string; until: Date | undefined; replace: boolean; keepAccess: boolean }

/** A restored shop. */
export type Restored = {
  backup: string
  /** The time of the last restored transaction. Undefined if the backup has no WAL. */
  lastChange: Date | undefined
  orders: number
  tickets: number
  violations: readonly Violation[]
  /** The folder with the former contents of DATA_DIR, if there were any. */
  replaced: string | undefined
}

/**
 * Restores a backup into DATA_DIR: unpacks and recovers it in a folder of its own, prepares it for what the shop did
 * since, reads the audit, and only then moves it to its place. Leaves DATA_DIR as it was if anything fails. Throws an
 * Error with a sentence for the operator.
 */
export async function restoreBackup(
  dataDir: string,
  { source, until, replace, keepAccess }: RestoreTask,
): Promise<Restored> {
  const backups = await listBackups(source)
  await refuseSingleBackup(source)
  const backup = await chooseBackup(backups, { source, until })
  await requireReplaceable(dataDir, replace)
  const unfinished = join(dataDir, RESTORING)
  const wasInterrupted = existsSync(unfinished)
  let isDone = false
  await rm(unfinished, { recursive: true, force: true })
  await createFolder(unfinished)
  try {
    await unpackBackup(backup.folder, unfinished)
    const lastChange = await recover(backup, unfinished, until)
    const counts = await prepareAndCount(unfinished, keepAccess)
    await beginHistory(unfinished, backups)
    // A supervisor may have started the shop meanwhile.
    const replaced = await moveAside(dataDir, await requireReplaceable(dataDir, replace))
    try {
      await moveAll(databaseLast(await readdir(unfinished)), { from: unfinished, to: dataDir })
    } catch (error) {
      if (replaced) await moveAsideBack(replaced, dataDir)
      throw error
    }
    isDone = true
    return { backup: backup.folder, lastChange, ...counts, replaced }
  } finally {
    await rm(unfinished, { recursive: true, force: true })
    // The database may still be away, so that a start must go on to be refused.
    if (wasInterrupted && !isDone) await createFolder(unfinished)
  }
}

type FoundBackup = Backup & { folder: string }
/** `followed`: until when it had all changes before its WAL was read, to which a shop may be adding. */
type ChosenBackup = FoundBackup & { followed: Date | undefined }

/**
 * Chooses the backup to restore a moment from: the newest that contains all changes until then, or the one that
 * contains the latest of the newest history. That may be an older backup, because the shop transfers its changes until
 * those of a newer one begin.
 */
async function chooseBackup(
  backups: readonly FoundBackup[],
  { source, until }: { source: string; until: Date | undefined },
): Promise<ChosenBackup> {
  const [oldest] = backups
  if (!oldest) throw new Error(`There is no finished backup in ${source}.`)
  const usable = backups.filter(({ finishedAt }) => until === undefined || new Date(finishedAt) <= until)
  const covering = await Promise.all(
    usable.map(async (found) => {
      const followed = await readCovered(found.folder)
      const { until, lsn } = followed ?? coveredByBase(found)
      const backup = { ...found, followed: followed?.until }
      return { backup, until, position: { timeline: backup.timeline, lsn } }
    }),
  )
  const newest = usable.at(-1)
  // Backups of earlier versions have no position.
  const latest = covering
    .filter(({ backup }) => backup.history === newest?.history)
    .toSorted(
      (one, other) => comparePositions(one.position, other.position) || one.until.getTime() - other.until.getTime(),
    )
    .at(-1)
  const chosen = covering.findLast((each) => until !== undefined && each.until >= until) ?? latest
  if (chosen) return chosen.backup
  throw new Error(`The oldest backup in ${source} was finished at ${oldest.finishedAt}. Choose a later moment.`)
}

/** Returns what a backup without WAL contains. */
const coveredByBase = ({ finishedAt, endLsn = '0/0' }: Backup) => ({ until: new Date(finishedAt), lsn: endLsn })

/** Lists the contents of DATA_DIR. Throws if a shop runs on them, or if there are any and they must stay. */
async function requireReplaceable(dataDir: string, replace: boolean): Promise<string[]> {
  await refuseRunningShop(dataDir)
  const present = await entriesOf(dataDir)
  if (present.length === 0 || replace) return present
  throw new Error(
    `${dataDir} is not empty. Name an empty DATA_DIR, or add --replace to move its contents into a folder beside the restored ones.`,
  )
}

/** Throws if a shop runs on DATA_DIR. Stops a database that a killed shop left running. */
async function refuseRunningShop(dataDir: string): Promise<void> {
  if (!(await findEmbedded(dataDir).catch(() => undefined))) return
  try {
    await (await startEmbedded(dataDir)).stop()
  } catch (error) {
    if (!(error instanceof DataInUseError)) return
    throw new Error(`The shop is running on ${dataDir}. Stop it first.`, { cause: error })
  }
}

/** Lists the contents of DATA_DIR, without those that earlier restores moved aside. */
async function entriesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return names.filter((name) => !/^(restoring|lost\+found|replaced-.*)$/.test(name))
}

/** Recovers an unpacked backup. Returns the time of its last transaction. Throws if WAL is missing or damaged. */
async function recover(backup: ChosenBackup, dataDir: string, until: Date | undefined): Promise<Date | undefined> {
  const { followed } = backup
  const covered = followed ?? new Date(backup.finishedAt)
  let lastChange: Date | undefined
  try {
    lastChange = await recoverCluster(dataDir, until)
    const isComplete =
      until !== undefined || followed === undefined || (lastChange !== undefined && lastChange >= covered)
    if (isComplete) return lastChange
  } catch (error) {
    if (!(error instanceof WalEndsBeforeError)) throw error
    if (until && until > covered) {
      throw new Error(
        `The backup in ${backup.folder} contains all changes until ${covered.toISOString()}. Choose an earlier moment, or omit --until for the latest state.`,
        { cause: error },
      )
    }
  }
  const moment = lastChange ? `a moment until ${lastChange.toISOString()}` : 'an earlier moment'
  throw new Error(
    `WAL is missing or damaged in ${backup.folder}, or was copied while the shop wrote into it. Choose ${moment}.`,
  )
}

/** Gives no id a second time, ends access unless it is kept, and counts what is there. */
async function prepareAndCount(
  dataDir: string,
  keepAccess: boolean,
): Promise<Pick<Restored, 'orders' | 'tickets' | 'violations'>> {
  const database = await startEmbedded(dataDir)
  // The shop's role has no rights yet if an earlier version made the backup.
  const db = connect(database.ownerUrl, { max: 1 })
  try {
    await raiseIds(db)
    if (!keepAccess) await endAccess(db)
    const violations = await selectViolations(db)
    return { orders: await countOrders(db), tickets: await countTickets(db), violations }
  } finally {
    await db.destroy()
    await database.stop()
  }
}

/**
 * Ends all sessions, scanners and offers of tickets: after the restored moment, or the copy of a backup, some were
 * ended because a phone was stolen, a password changed, somebody left the staff, or an offer had a wrong address.
 */
async function endAccess(db: Db): Promise<void> {
  await db.deleteFrom('sessions').execute()
  await sql`update entry_devices set revoked_at = shop_now() where revoked_at is null`.execute(db)
  await sql`update ticket_transfers set state = 'WITHDRAWN', ended_at = shop_now() where state = 'OFFERED'`.execute(db)
}

async function countOrders(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function countTickets(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('tickets')
    .where('state', '=', 'BOUGHT')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function moveAside(dataDir: string, names: readonly string[]): Promise<string | undefined> {
  if (names.length === 0) return undefined
  const aside = join(dataDir, `replaced-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`)
  await mkdir(aside, { mode: 0o700 })
  try {
    await moveAll(databaseLast(names).toReversed(), { from: dataDir, to: aside })
  } catch (error) {
    // Stays if it is not empty.
    await rmdir(aside).catch(() => {})
    throw error
  }
  return aside
}

async function moveAsideBack(aside: string, dataDir: string): Promise<void> {
  await moveBack(databaseLast(await readdir(aside)).toReversed(), { from: dataDir, to: aside })
  await rmdir(aside).catch(() => {})
}

/** Orders the contents of DATA_DIR. A start is refused while the database is missing, so all else must be there. */
const databaseLast = (names: readonly string[]) =>
  names.toSorted((one, other) => Number(one === 'postgres') - Number(other === 'postgres'))

type Move = { from: string; to: string }

/** Moves files and folders. Moves all back if one cannot be moved, such as a mounted disk. */
async function moveAll(names: readonly string[], { from, to }: Move): Promise<void> {
  const moved: string[] = []
  try {
    for (const name of names) {
      await rename(join(from, name), join(to, name))
      moved.push(name)
    }
  } catch (error) {
    await moveBack(moved, { from, to })
    throw error
  }
}

/** Undoes moves, the last one first, as far as that is possible. */
async function moveBack(names: readonly string[], { from, to }: Move): Promise<void> {
  for (const name of names.toReversed()) await rename(join(to, name), join(from, name)).catch(() => {})
}

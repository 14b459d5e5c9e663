import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { awaitChanges } from '../db/backup/await-changes.ts'
import { endBackups, takeBackup } from '../db/backup/take-backup.ts'
import { joinEmbedded } from '../db/embedded/embedded.ts'
import { findSuperuser } from '../db/embedded/superuser.ts'
import { readSettings } from '../settings/env.ts'
import { requireShop, runCommand } from './command.ts'

const USAGE = ['npm run backup -- folder [--keep 7]', 'npm run backup -- --off'].join('\n')

const KEEP = '--keep must be a whole number from 1: the number of backups to keep.'

const noMoreChanges = (folder: string) => `The backup ${folder} gets no more changes.`

const ADDS_LATER = 'The shop is closed. It adds every change to it after its next start.'

type BackupTask = { does: 'end' } | { does: 'take'; target: string; keep: number | undefined }

await runCommand(async () => {
  const task = backupTask(process.argv.slice(2))
  const settings = readSettings(process.env)
  const { DATABASE_URL, DATA_DIR } = settings
  if (DATABASE_URL) {
    throw new Error(
      'The database of DATABASE_URL is not the embedded one. Back it up with pgBackRest, or with pg_basebackup and an archive of its WAL.',
    )
  }
  await requireShop(settings)
  const embedded = await joinEmbedded(DATA_DIR)
  try {
    const source = { dataDir: DATA_DIR, database: await findSuperuser(DATA_DIR, embedded.connectionString) }
    if (task.does === 'end') {
      const ended = await endBackups(source)
      for (const folder of ended) console.log(noMoreChanges(folder))
      if (ended.length === 0) console.log('No backup of this shop gets changes, so there was nothing to end.')
      return
    }
    const { folder, bytes, deleted, ended } = await takeBackup(source, task)
    console.log(`Backed up to ${folder} (${Math.ceil(bytes / 1e6)} MB).`)
    for (const old of deleted) console.log(`Deleted ${old}.`)
    for (const former of ended) console.log(`${noMoreChanges(former)} Only the newest backup of a shop does.`)
    const isFollowed = await awaitChanges(source, folder)
    console.log(isFollowed ? 'The shop adds every change to it while it runs, within seconds.' : ADDS_LATER)
  } finally {
    await embedded.stop()
  }
})

function backupTask(args: string[]): BackupTask {
  if ('npm_config_keep' in process.env || 'npm_config_off' in process.env) {
    throw new Error(`Write -- before the folder and the options:\n${USAGE}`)
  }
  const { values, positionals } = parsed(args)
  const [target] = positionals
  if (values.off && !target && values.keep === undefined) return { does: 'end' }
  if (values.off || !target || positionals.length > 1) throw new Error(`Name one folder:\n${USAGE}`)
  if (values.keep !== undefined && !/^[1-9]\d{0,4}$/.test(values.keep)) throw new Error(KEEP)
  return { does: 'take', target: resolve(target), keep: values.keep === undefined ? undefined : Number(values.keep) }
}

function parsed(args: string[]) {
  try {
    const options = { keep: { type: 'string' }, off: { type: 'boolean' } } as const
    return parseArgs({ args, allowPositionals: true, options })
  } catch {
    // A value that looks like an option.
    if (/^-\d/.test(args[args.indexOf('--keep') + 1] ?? '')) throw new Error(KEEP)
    throw new Error(`Unknown option, or an option without its value:\n${USAGE}`)
  }
}

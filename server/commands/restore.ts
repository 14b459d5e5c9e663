import { dateTimeText } from '#domain/time/time-text.ts'
import { restoreBackup } from '../db/backup/restore-backup.ts'
import { readSettings } from '../settings/env.ts'
import { runCommand } from './command.ts'
import { mayLackChanges, restoreTask } from './restore-options.ts'

await runCommand(async () => {
  const { DATABASE_URL, DATA_DIR, SHOP_TIME_ZONE } = readSettings(process.env)
  if (DATABASE_URL) {
    throw new Error(
      'The database of DATABASE_URL is not the embedded one. Restore it with pgBackRest, or by PostgreSQL’s recovery from a base backup and archived WAL.',
    )
  }
  const task = restoreTask(process.argv.slice(2), SHOP_TIME_ZONE)
  const say = (moment: Date) => `${moment.toISOString()} (${dateTimeText(moment, SHOP_TIME_ZONE)} in ${SHOP_TIME_ZONE})`
  console.log(`Restoring ${task.until ? `to ${say(task.until)}` : 'the latest state'} into ${DATA_DIR} …`)
  const restored = await restoreBackup(DATA_DIR, task)
  const { backup, lastChange, orders, tickets, violations, replaced } = restored
  console.log(`Restored from ${backup}: ${orders} orders, ${tickets} bought tickets.`)
  const moment = task.until ?? lastChange
  console.log(
    moment ? `It contains every change until ${say(moment)}.` : 'It contains no change after the base backup.',
  )
  if (task.until && mayLackChanges(task.until, lastChange)) {
    const last = lastChange ? `of ${say(lastChange)}` : 'the end of the base backup'
    console.log(
      `The last change in it is ${last}. If the shop was open after that, its clock was ahead for a while, and changes until the moment are missing: restore another moment, or the latest state without --until.`,
    )
  }
  if (!task.keepAccess)
    console.log('Everybody logs in again, scanners are paired again, and open offers of tickets are withdrawn.')
  if (replaced) console.log(`The former contents of ${DATA_DIR} are in ${replaced}. Delete them when all is well.`)
  console.log('Backups of the restored shop begin with the next "npm run backup".')
  for (const { rule, detail } of violations) console.log(`✗ ${rule}: ${detail}`)
  if (violations.length > 0) throw new Error(`${violations.length} rules are broken.`)
  console.log('The books balance: every rule holds.')
})

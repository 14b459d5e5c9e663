import { Client } from 'pg'
import { queryRows } from '#server/testing/query.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { findSuperuser } from '../embedded/superuser.ts'
import { type BackupSource, endBackups, takeBackup } from './take-backup.ts'
import { startWalReceiver } from './wal-receiver.ts'

type Limits = { diskAnswersWithinMs?: number }

/** Opens the database in DATA_DIR and adds its changes to its backup, as a shop does. */
export async function openTestShop(dataDir: string, limits: Limits = {}) {
  const database = await startEmbedded(dataDir)
  const { connectionString } = database
  const source: BackupSource = { dataDir, database: await findSuperuser(dataDir, connectionString) }
  // A shop that is open is connected by its own role.
  const session = new Client({ connectionString })
  session.on('error', () => {})
  await session.connect()
  const warnings: string[] = []
  const log = { warn: (text: string) => warnings.push(text), info: () => {} }
  const receiver = startWalReceiver({ dataDir, connectionString, log, ...limits })
  const query = (statement: string) => queryRows(database.ownerUrl, statement)
  return {
    database,
    source,
    warnings,
    query,
    backUp: (target: string) => takeBackup(source, { target, keep: undefined }),
    endBackups: () => endBackups(source),
    stop: async () => {
      await receiver.stop()
      await session.end()
      await database.stop()
    },
  }
}

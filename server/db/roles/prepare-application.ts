import { SettingsError } from '../../settings/env.ts'
import type { Db } from '../connection.ts'
import { listApplicationRights } from './application-rights.ts'
import { insertQueuePolicy, selectCurrentRole, selectHiddenQueues, selectRights, updateRights } from './rights.sql.ts'

type Options = {
  /** Whether a newer version has migrated the database, whose servers may need rights that this one does not know. */
  isNewer: boolean
}

/**
 * Gives the application's role exactly its rights, in one transaction, or what it lacks of them if the database is
 * newer. Writes nothing if it has them. Throws a `SettingsError` if both connections have the same role.
 */
export async function prepareApplication(owner: Db, application: Db, { isNewer }: Options): Promise<void> {
  const role = await selectCurrentRole(application)
  if (role === (await selectCurrentRole(owner))) {
    throw new SettingsError(`DATABASE_URL and DATABASE_OWNER_URL name the same role, ${role}.`)
  }
  const wanted = listApplicationRights()
  const granted = await selectRights(owner, role)
  const missing = wanted.filter((right) => !granted.includes(right))
  const excess = isNewer ? [] : granted.filter((right) => !wanted.includes(right))
  const hidden = await selectHiddenQueues(owner, role)
  if (missing.length + excess.length + hidden.length === 0) return
  await owner.transaction().execute(async (tx) => {
    await updateRights(tx, role, { missing, excess })
    for (const table of hidden) await insertQueuePolicy(tx, role, table)
  })
}

/** Lists the rights that an application's role lacks. */
export async function findMissingRights(db: Db, role: string): Promise<string[]> {
  const granted = await selectRights(db, role)
  return listApplicationRights().filter((right) => !granted.includes(right))
}

import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db/connection.ts'
import { insertSettingOnce } from './auth.sql.ts'

/**
 * Returns the key that signs session tokens. Created on the first start, stored in the database, shared by all servers.
 */
export function keepTokenKey(db: Db): Promise<string> {
  return insertSettingOnce(db, 'token key', randomBytes(48).toString('base64url'))
}

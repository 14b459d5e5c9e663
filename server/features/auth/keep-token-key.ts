import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db/connection.ts'
import { insertSettingOnce } from './auth.sql.ts'

/** The key that signs session tokens: made on the first start, kept in the database, the same on every server. */
export function keepTokenKey(db: Db): Promise<string> {
  return insertSettingOnce(db, 'token key', randomBytes(48).toString('base64url'))
}

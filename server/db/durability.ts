import { sql } from 'kysely'
import { SettingsError } from '../settings/env.ts'
import type { Db } from './connection.ts'

const REQUIRED = { fsync: ['on'], full_page_writes: ['on'], synchronous_commit: ['on', 'remote_write', 'remote_apply'] }

/** Throws a `SettingsError` if the database is configured so that it could lose committed data. */
export async function requireDurability(db: Db): Promise<void> {
  for (const [name, allowed] of Object.entries(REQUIRED)) {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)
    const value = rows[0]?.value ?? ''
    if (!allowed.includes(value)) {
      throw new SettingsError(`The database runs with ${name} = ${value} and could lose orders. Set ${name} = on.`)
    }
  }
}

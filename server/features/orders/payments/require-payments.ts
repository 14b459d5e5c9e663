import type { Db } from '#server/db/connection.ts'
import { type Settings, SettingsError } from '#server/settings/env.ts'

/** Throws a `SettingsError` if a shop that has taken money would simulate payments, and give its tickets away. */
export async function requirePayments(db: Db, settings: Pick<Settings, 'PAYMENTS'>): Promise<void> {
  if (settings.PAYMENTS.length > 0) return
  const taken = await db.selectFrom('payments').select('id').where('state', '=', 'TAKEN').limit(1).executeTakeFirst()
  if (!taken) return
  throw new SettingsError(
    'This shop has taken payments, but PAYMENTS is not set, so payments would be simulated. Set PAYMENTS as before.',
  )
}

import type { Db } from '#server/db/connection.ts'
import { SettingsError } from '#server/settings/env.ts'
import { isPassword } from '#server/gateways/passwords.ts'
import { selectPasswordHash } from './demo-customers.sql.ts'
import { readDemoCustomer } from './read-demo-files.ts'

/** Throws a `SettingsError` if the demo's customer can log in with the password of the demo's files. */
export async function refuseDemoCustomer(db: Db): Promise<void> {
  const { email, password } = await readDemoCustomer()
  const passwordHash = await selectPasswordHash(db, email)
  if (!passwordHash || !(await isPassword(passwordHash, password))) return
  throw new SettingsError(
    `PUBLIC_URL makes this shop public, but it has the demo programme, and everybody knows the password of its customer, ${email}. Begin with an empty DATA_DIR; or start without PUBLIC_URL once, and lock or delete this customer. DEMO=1 opens a public demo.`,
  )
}

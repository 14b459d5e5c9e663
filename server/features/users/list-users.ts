import type { Paged } from '#contract/fields.ts'
import type { User } from '#contract/users.ts'
import type { Db } from '#server/db/connection.ts'
import { selectUsers } from './users.sql.ts'

/** All users whose email the filter matches, but not the one who asks. */
export function listUsers(db: Db, search: Parameters<typeof selectUsers>[1]): Promise<Paged<User>> {
  return selectUsers(db, search)
}

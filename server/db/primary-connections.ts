import type { ClientBase, Pool } from 'pg'
import { HostClient } from './host-client.ts'

/** The SQLSTATE of a change in a read-only transaction, such as on a standby. */
export const READ_ONLY = '25006'

/** The connection leads to a standby, which accepts no changes. */
export class StandbyError extends Error {
  constructor() {
    super('The database is a standby and accepts no changes.')
  }
}

/** Throws a `StandbyError` unless the connection leads to a primary. Further ones then use the next host. */
export async function requirePrimary(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
  if (!rows[0]?.isStandby) return
  if (client instanceof HostClient) client.skipHost()
  throw new StandbyError()
}

/** Removes connections from the pool, once they are released, that refused a change as read-only. */
export function dropReadOnlyConnections(pool: Pool): void {
  const readOnly = new WeakSet<ClientBase>()
  pool.on('connect', (client) => {
    client.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) readOnly.add(client)
    })
  })
  // The pool keeps no connection that is ending.
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) client.end().catch(() => undefined)
  })
}

import { SettingsError } from '../settings/env.ts'
import { HostClient } from './host-client.ts'

const ANSWER_WITHIN_MS = 3_000
/** A pooler gives the connection that was used last to the next transaction, so the first round shows it. */
const ROUNDS = 3

/**
 * Throws a `SettingsError` if a pooler gives each transaction another connection: a session keeps its server process,
 * and another session's transaction never gets it.
 */
export async function requireSessions(address: string): Promise<void> {
  const open = () => {
    const client = new HostClient({ connectionString: address, query_timeout: ANSWER_WITHIN_MS })
    client.on('error', () => undefined)
    return client
  }
  const [session, other] = [open(), open()]
  const idOf = async (client: HostClient) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid
  }
  try {
    await session.connect()
    await other.connect()
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = await idOf(session)
      await other.query('begin')
      const isShared = (await idOf(other)) === own || (await idOf(session)) !== own
      await other.query('rollback')
      if (isShared) throw new SettingsError(REFUSAL)
    }
  } finally {
    await Promise.all([session, other].map((client) => client.end().catch(() => undefined)))
  }
}

const REFUSAL =
  'DATABASE_URL leads to a pooler that gives each transaction another connection, such as PgBouncer with pool_mode = transaction. Mails and live seats would stop. Set pool_mode = session, or connect to PostgreSQL itself.'

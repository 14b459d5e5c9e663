import { setTimeout as wait } from 'node:timers/promises'
import { listHosts } from './database-address.ts'
import { HostClient } from './host-client.ts'
import { requirePrimary } from './primary-connections.ts'
import { isTransientFault } from './connection.ts'

const CONNECT_WITHIN_MS = 5_000
const PAUSE_MS = 1_000

/** Chooses the host of an address that accepts changes. Throws the fault of the last one if none does. */
export async function chooseHost(address: string): Promise<void> {
  for (let left = listHosts(address).length; ; left -= 1) {
    const client = new HostClient({ connectionString: address, connectionTimeoutMillis: CONNECT_WITHIN_MS })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return await requirePrimary(client)
    } catch (error) {
      if (left <= 1) throw error
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

type Patience = { withinMs: number; stop?: AbortSignal | undefined; say: (text: string) => void }

/**
 * Repeats work on a database that is unavailable, for at most `withinMs`, and says so once. Throws its last fault then,
 * and any other fault at once.
 */
export async function whenDatabaseAnswers<Result>(
  work: () => Promise<Result>,
  { withinMs, stop, say }: Patience,
): Promise<Result> {
  const deadline = performance.now() + withinMs
  for (let isTold = false; ; isTold = true) {
    try {
      return await work()
    } catch (error) {
      if (!isTransientFault(error) || performance.now() + PAUSE_MS > deadline) throw error
      if (!isTold) say(`The database is not available. Trying again for ${Math.round(withinMs / 1_000)} seconds …`)
      await wait(PAUSE_MS, undefined, { signal: stop }).catch(() => stop?.throwIfAborted())
    }
  }
}

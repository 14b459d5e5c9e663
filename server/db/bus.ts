import { randomUUID } from 'node:crypto'
import { coalescingThrottle } from '#server/concurrency/coalescing-throttle.ts'
import { payloadsOf, readPayload } from './bus-payload.ts'
import { type Change, onPublished } from './publish-after-commit.ts'
import type { Db } from './connection.ts'
import { ListenConnection } from './listen-connection.ts'

export type BusListener = {
  onPublished: (changes: readonly Change[]) => void
  /** Called when changes may have been missed. */
  onGap: () => void
}

/** Publishes changes to all servers of the shop. Best effort: a message may get lost or arrive twice. */
export type Bus = {
  /** Calls back for changes here and on other servers. Returns the function that unsubscribes. */
  subscribe: (listener: BusListener) => () => void
  close: () => Promise<void>
}

const GATHER_MS = 250
// Further changes are dropped while the listen connection is down: each server reads everything again now and then.
const MAX_UNSENT = 10_000

/**
 * Opens the bus over PostgreSQL's NOTIFY. Notifies after the commit, so that no sale waits for the bus or fails by it:
 * NOTIFY within the transaction would queue all commits of the database behind one lock. Sends the changes of a quarter
 * of a second together.
 */
export async function openBus(
  db: Db,
  connectionString: string,
  onError: (error: unknown) => void = () => {},
): Promise<Bus> {
  const sender = randomUUID().slice(0, 8)
  const listeners = new Set<BusListener>()
  let unsent: Change[] = []

  function deliver(changes: readonly Change[]): void {
    for (const listener of listeners) listener.onPublished(changes)
  }

  async function send(): Promise<void> {
    const changes = unsent
    unsent = []
    if (changes.length === 0 || (await connection.notify(payloadsOf(sender, changes)))) return
    unsent = [...changes, ...unsent].slice(-MAX_UNSENT)
  }
  const sending = coalescingThrottle(send, GATHER_MS)

  const connection = await ListenConnection.open({
    connectionString,
    channel: 'changed_places',
    onNotification: (text) => {
      const payload = readPayload(text)
      if (payload.sender !== sender) deliver(payload.changes)
    },
    onOpened: () => {
      sending.request()
      for (const listener of listeners) listener.onGap()
    },
    onError,
  })

  onPublished(db, (changes) => {
    deliver(changes)
    unsent = [...unsent, ...changes].slice(-MAX_UNSENT)
    sending.request()
  })

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      sending.stop()
      await send()
      await connection.close()
    },
  }
}

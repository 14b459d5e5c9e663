import { randomUUID } from 'node:crypto'
import { coalescingThrottle } from '#server/coalescing-throttle.ts'
import { payloadsOf, readPayload } from './bus-payload.ts'
import { type ChangedPlace, onPublished } from './publish-after-commit.ts'
import type { Db } from './connection.ts'
import { ListenConnection } from './listen-connection.ts'

export type BusListener = {
  onPublished: (places: readonly ChangedPlace[]) => void
  /** Something may have been missed. */
  onGap: () => void
}

/** Tells all servers of the shop which places change. Best effort: a word may get lost or come twice. */
export type Bus = {
  /** Calls back for what changes here or on another server, until the answer is called. */
  hear: (listener: BusListener) => () => void
  close: () => Promise<void>
}

const GATHER_MS = 250
// While the line is down, the other servers find the rest by reading everything now and then.
const MAX_UNSENT = 10_000

/**
 * Opens the bus over PostgreSQL's NOTIFY. A sale neither waits for it nor fails by it: notifying within the transaction
 * would queue all commits of the database behind one lock. A commit is told afterwards, and what is committed within a
 * quarter of a second is told together.
 */
export async function openBus(
  db: Db,
  connectionString: string,
  onError: (error: unknown) => void = () => {},
): Promise<Bus> {
  const sender = randomUUID().slice(0, 8)
  const listeners = new Set<BusListener>()
  let unsent: ChangedPlace[] = []

  function tell(places: readonly ChangedPlace[]): void {
    for (const listener of listeners) listener.onPublished(places)
  }

  async function send(): Promise<void> {
    const places = unsent
    unsent = []
    if (places.length === 0 || (await line.notify(payloadsOf(sender, places)))) return
    unsent = [...places, ...unsent].slice(-MAX_UNSENT)
  }
  const sending = coalescingThrottle(send, GATHER_MS)

  const line = await ListenConnection.open({
    connectionString,
    channel: 'changed_places',
    onHeard: (payload) => {
      const heard = readPayload(payload)
      if (heard.sender !== sender) tell(heard.places)
    },
    onOpened: () => {
      sending.ask()
      for (const listener of listeners) listener.onGap()
    },
    onError,
  })

  onPublished(db, (places) => {
    tell(places)
    unsent = [...unsent, ...places].slice(-MAX_UNSENT)
    sending.ask()
  })

  return {
    hear(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      sending.stop()
      await send()
      await line.close()
    },
  }
}

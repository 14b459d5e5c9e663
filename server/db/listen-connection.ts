import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { HostClient } from './host-client.ts'
import { KEEP_ALIVE } from './silent-connections.ts'

const PING_MS = 15_000
const TIMEOUT_MS = 5_000
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [250, 10_000]

type ListenSettings = {
  connectionString: string
  channel: string
  onNotification: (payload: string) => void
  /** Called when the connection is open, for the first time or again. */
  onOpened: () => void
  onError: (error: unknown) => void
}

/** A dedicated connection that listens to a channel and notifies it. Reconnects whenever it breaks. */
export class ListenConnection {
  readonly #settings: ListenSettings
  readonly #closing = new AbortController()
  #client: Client | undefined
  #keepingOpen: Promise<void> | undefined

  private constructor(settings: ListenSettings) {
    this.#settings = settings
  }

  /** Resolves after the first attempt to connect. If it failed, further attempts follow in the background. */
  static async open(settings: ListenSettings): Promise<ListenConnection> {
    const connection = new ListenConnection(settings)
    await connection.#connect().catch(settings.onError)
    connection.#keepingOpen = connection.#keepOpen()
    return connection
  }

  /** Notifies the channel. Returns false while the connection is down. */
  async notify(payloads: readonly string[]): Promise<boolean> {
    const { channel, onError } = this.#settings
    const notify = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'
    try {
      return (await this.#client?.query(notify, [channel, payloads])) !== undefined
    } catch (error) {
      onError(error)
      return false
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#keepingOpen
  }

  async #keepOpen(): Promise<void> {
    let failures = 0
    while (!this.#closing.signal.aborted) {
      try {
        const client = this.#client ?? (await this.#connect())
        failures = 0
        await this.#waitForEnd(client)
      } catch (error) {
        failures += 1
        this.#settings.onError(error)
      }
      if (this.#client) await disconnect(this.#client)
      this.#client = undefined
      await this.#pause(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures))
    }
  }

  async #connect(): Promise<Client> {
    const { connectionString, channel, onNotification, onOpened, onError } = this.#settings
    const client = new HostClient({
      connectionString,
      application_name: 'foyer bus',
      ...KEEP_ALIVE,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    })
    client.on('error', onError)
    client.on('notification', ({ payload = '' }) => onNotification(payload))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      await disconnect(client)
      throw error
    }
    this.#client = client
    client.once('end', () => {
      this.#client = undefined
    })
    onOpened()
    return client
  }

  /** Waits until the connection ends. Detects a silently broken one by pings. */
  async #waitForEnd(client: Client): Promise<void> {
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    const isUp = () => this.#client === client && !this.#closing.signal.aborted
    while (isUp()) {
      await Promise.race([ended, this.#pause(PING_MS)])
      if (isUp()) await client.query('select 1')
    }
  }

  async #pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined)
  }
}

function disconnect(client: Client): Promise<void> {
  return client.end().catch(() => undefined)
}

import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

const PING_MS = 15_000
const TIMEOUT_MS = 5_000
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [250, 10_000]

type ListenSettings = {
  connectionString: string
  channel: string
  onHeard: (payload: string) => void
  /** The line stands, for the first time or again. */
  onOpened: () => void
  onError: (error: unknown) => void
}

/** A connection of its own that notifies a channel and listens to it; dialled again whenever it breaks. */
export class ListenConnection {
  readonly #settings: ListenSettings
  readonly #closing = new AbortController()
  #client: Client | undefined
  #keeping: Promise<void> | undefined

  private constructor(settings: ListenSettings) {
    this.#settings = settings
  }

  /** Answers when the line stands, or when a first try has failed and the next ones go on by themselves. */
  static async open(settings: ListenSettings): Promise<ListenConnection> {
    const line = new ListenConnection(settings)
    await line.#dial().catch(settings.onError)
    line.#keeping = line.#keep()
    return line
  }

  /** Whether it was said: not while the line is down. */
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
    await this.#keeping
  }

  async #keep(): Promise<void> {
    let failures = 0
    while (!this.#closing.signal.aborted) {
      try {
        const client = this.#client ?? (await this.#dial())
        failures = 0
        await this.#stayOn(client)
      } catch (error) {
        failures += 1
        this.#settings.onError(error)
      }
      if (this.#client) await hangUp(this.#client)
      this.#client = undefined
      await this.#pause(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures))
    }
  }

  async #dial(): Promise<Client> {
    const { connectionString, channel, onHeard, onOpened, onError } = this.#settings
    const client = new Client({
      connectionString,
      application_name: 'foyer bus',
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    })
    client.on('error', onError)
    client.on('notification', ({ payload = '' }) => onHeard(payload))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      await hangUp(client)
      throw error
    }
    this.#client = client
    client.once('end', () => {
      this.#client = undefined
    })
    onOpened()
    return client
  }

  /** Stays as long as the line holds. One that died without a word is found out by asking. */
  async #stayOn(client: Client): Promise<void> {
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

function hangUp(client: Client): Promise<void> {
  return client.end().catch(() => undefined)
}

import { Client, type ClientConfig } from 'pg'
import { listHosts } from './database-address.ts'

/** The host in use of each address, by its index. All connections of the process share the choice. */
const chosen = new Map<string, number>()

/** A connection to the host that is in use of an address with several. The next one is used if it cannot be. */
export class HostClient extends Client {
  readonly #address: string
  readonly #index: number

  constructor(config: ClientConfig = {}) {
    const { connectionString = '' } = config
    const hosts = connectionString ? listHosts(connectionString) : []
    const index = chosen.get(connectionString) ?? 0
    super(hosts.length > 0 ? { ...config, connectionString: hosts[index % hosts.length] } : config)
    this.#address = connectionString
    this.#index = index
  }

  override connect(): Promise<Client>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<Client> | void {
    if (!callback) {
      return super.connect().catch((error: unknown) => {
        this.skipHost()
        throw error
      })
    }
    super.connect((error: Error | null) => {
      if (error) this.skipHost()
      callback(error)
    })
  }

  /** Lets further connections use the next host. */
  skipHost(): void {
    if ((chosen.get(this.#address) ?? 0) === this.#index) chosen.set(this.#address, this.#index + 1)
  }
}

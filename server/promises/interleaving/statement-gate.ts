import { connect, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A transaction of the shop whose statements wait until they are released. */
export type GatedTransaction = {
  /** The local port of its connection to the database. PostgreSQL shows it as `client_port`. */
  port: number
  /** The statement that waits. Undefined while one runs, and after the end. */
  waiting: string | undefined
  /** Sends the waiting statement to the database. */
  release: () => void
}

/** A proxy between the servers of a shop and their database that stops transactions before every statement. */
export type StatementGate = {
  port: number
  /**
   * Stops the next transaction that begins, at its `begin` and before each further statement. `forget` takes the wish
   * back.
   */
  stopNext: () => { stopped: Promise<GatedTransaction>; forget: () => void }
  /** Resolves when a statement arrives at the gate, or a transaction ends. */
  changed: () => Promise<void>
}

/** Starts a gate for one test. Statements outside stopped transactions pass at once. */
export async function startStatementGate(database: { host: string; port: number }): Promise<StatementGate> {
  const wanted = new Set<(line: GatedTransaction) => void>()
  const takeNext = () => {
    const [next] = wanted
    if (next) wanted.delete(next)
    return next
  }
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
    listeners.clear()
  }

  const server: Server = createServer((near) => {
    const far = connect(database)
    const line = new Line(far, { takeNext, tell })
    for (const socket of [near, far]) {
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        near.destroy()
        far.destroy()
        tell()
      })
    }
    near.on('data', (piece) => line.receive(piece))
    far.on('data', (piece) => near.write(piece))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.close())
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stopNext: () => {
      const { promise, resolve } = Promise.withResolvers<GatedTransaction>()
      wanted.add(resolve)
      return { stopped: promise, forget: () => void wanted.delete(resolve) }
    },
    changed: () => new Promise((resolve) => void listeners.add(resolve)),
  }
}

type Owner = { takeNext: () => ((line: GatedTransaction) => void) | undefined; tell: () => void }

const STARTUP_HEADER_BYTES = 4
const HEADER_BYTES = 5
const QUERY = 'Q'
const PARSE = 'P'
const SYNC = 'S'

/** One connection from a server to the database. Divides what the server sends into statements. */
class Line implements GatedTransaction {
  readonly #far: Socket
  readonly #owner: Owner
  #received = Buffer.alloc(0)
  #hasStarted = false
  /** The messages of the statement that is being received, and its text. */
  #messages: Buffer[] = []
  #text = ''
  #isGated = false
  #held: Buffer | undefined
  waiting: string | undefined

  constructor(far: Socket, owner: Owner) {
    this.#far = far
    this.#owner = owner
  }

  get port(): number {
    return this.#far.localPort ?? 0
  }

  receive(piece: Buffer): void {
    this.#received = Buffer.concat([this.#received, piece])
    for (let message = this.#nextMessage(); message; message = this.#nextMessage()) this.#take(message)
  }

  #nextMessage(): Buffer | undefined {
    const header = this.#hasStarted ? HEADER_BYTES : STARTUP_HEADER_BYTES
    if (this.#received.length < header) return undefined
    const bytes = this.#received.readUInt32BE(header - 4) + header - 4
    if (this.#received.length < bytes) return undefined
    const message = this.#received.subarray(0, bytes)
    this.#received = this.#received.subarray(bytes)
    return message
  }

  #take(message: Buffer): void {
    if (!this.#hasStarted) {
      this.#hasStarted = true
      this.#far.write(message)
      return
    }
    const kind = String.fromCodePoint(message[0] ?? 0)
    this.#messages.push(message)
    if (kind === QUERY) this.#text = message.toString('utf8', HEADER_BYTES, message.length - 1)
    if (kind === PARSE) this.#text = textOfParse(message)
    const isPartOfStatement = kind === PARSE || kind === 'B' || kind === 'D' || kind === 'E'
    if (!isPartOfStatement) this.#pass(kind === QUERY || kind === SYNC)
  }

  /** Sends complete messages on, unless they are a statement that must wait. */
  #pass(isStatement: boolean): void {
    const all = Buffer.concat(this.#messages)
    this.#messages = []
    if (!isStatement) {
      this.#far.write(all)
      return
    }
    if (!this.#isGated && this.#text === 'begin') {
      const stop = this.#owner.takeNext()
      this.#isGated = stop !== undefined
      this.#hold(all)
      if (stop) stop(this)
      else this.release()
      return
    }
    this.#hold(all)
    if (!this.#isGated) this.release()
    this.#owner.tell()
  }

  #hold(messages: Buffer): void {
    this.#held = messages
    this.waiting = this.#text
  }

  release(): void {
    if (!this.#held) return
    const isEnd = this.waiting === 'commit' || this.waiting === 'rollback'
    this.#far.write(this.#held)
    this.#held = undefined
    this.waiting = undefined
    if (isEnd) this.#isGated = false
  }
}

function textOfParse(message: Buffer): string {
  const nameEnd = message.indexOf(0, HEADER_BYTES)
  const textEnd = message.indexOf(0, nameEnd + 1)
  return message.toString('utf8', nameEnd + 1, textEnd)
}

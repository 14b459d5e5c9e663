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
    far.on('data', (piece) => {
      near.write(piece)
      line.hear(piece)
    })
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
const READY_FOR_QUERY = 'Z'

/** Divides a stream of the PostgreSQL protocol into messages. `header` is the size in bytes of the next header. */
class Messages {
  #received = Buffer.alloc(0)
  #header: number

  constructor(header = HEADER_BYTES) {
    this.#header = header
  }

  /** Returns the messages that are complete with this piece. */
  add(piece: Buffer): Buffer[] {
    this.#received = Buffer.concat([this.#received, piece])
    const complete: Buffer[] = []
    while (this.#received.length >= this.#header) {
      const bytes = this.#received.readUInt32BE(this.#header - 4) + this.#header - 4
      if (this.#received.length < bytes) break
      complete.push(this.#received.subarray(0, bytes))
      this.#received = this.#received.subarray(bytes)
      this.#header = HEADER_BYTES
    }
    return complete
  }
}

type Statement = { messages: Buffer; text: string }

/**
 * One connection from a server to the database. Divides what the server sends into statements, of which several may
 * arrive together, and lets each of a stopped transaction wait until the one before it is answered.
 */
class Line implements GatedTransaction {
  readonly #far: Socket
  readonly #owner: Owner
  readonly #sent = new Messages(STARTUP_HEADER_BYTES)
  readonly #answered = new Messages()
  #hasStarted = false
  /** The messages of the statement that is being received, and its text, which a prepared one leaves out. */
  #messages: Buffer[] = []
  #text = ''
  #isGated = false
  #isRunning = false
  readonly #held: Statement[] = []

  constructor(far: Socket, owner: Owner) {
    this.#far = far
    this.#owner = owner
  }

  get port(): number {
    return this.#far.localPort ?? 0
  }

  get waiting(): string | undefined {
    return this.#isRunning ? undefined : this.#held[0]?.text
  }

  receive(piece: Buffer): void {
    for (const message of this.#sent.add(piece)) this.#take(message)
  }

  /** Notices in the answers of the database that a statement has ended. */
  hear(piece: Buffer): void {
    for (const message of this.#answered.add(piece)) {
      if (kindOf(message) !== READY_FOR_QUERY || !this.#isRunning) continue
      this.#isRunning = false
      if (this.#held.length > 0) this.#owner.tell()
    }
  }

  #take(message: Buffer): void {
    if (!this.#hasStarted) {
      this.#hasStarted = true
      this.#far.write(message)
      return
    }
    const kind = kindOf(message)
    this.#messages.push(message)
    if (kind === QUERY) this.#text = message.toString('utf8', HEADER_BYTES, message.length - 1)
    if (kind === PARSE) this.#text = textOfParse(message)
    const isPartOfStatement = kind === PARSE || kind === 'B' || kind === 'D' || kind === 'E'
    if (!isPartOfStatement) this.#pass(kind === QUERY || kind === SYNC)
  }

  /** Sends complete messages on, unless they are a statement that must wait. */
  #pass(isStatement: boolean): void {
    const statement = { messages: Buffer.concat(this.#messages), text: this.#text }
    this.#messages = []
    this.#text = ''
    const stop = isStatement && !this.#isGated && statement.text === 'begin' ? this.#owner.takeNext() : undefined
    this.#isGated ||= stop !== undefined
    if (!isStatement || !this.#isGated) {
      this.#far.write(statement.messages)
      return
    }
    this.#held.push(statement)
    if (stop) stop(this)
    else this.#owner.tell()
  }

  release(): void {
    if (this.#isRunning) return
    const statement = this.#held.shift()
    if (!statement) return
    this.#isRunning = true
    this.#far.write(statement.messages)
    if (statement.text !== 'commit' && statement.text !== 'rollback') return
    this.#isGated = false
    this.#isRunning = false
  }
}

const kindOf = (message: Buffer) => String.fromCodePoint(message[0] ?? 0)

function textOfParse(message: Buffer): string {
  const nameEnd = message.indexOf(0, HEADER_BYTES)
  const textEnd = message.indexOf(0, nameEnd + 1)
  return message.toString('utf8', nameEnd + 1, textEnd)
}

import { setTimeout as wait } from 'node:timers/promises'
import { connect, type Db } from '../connection.ts'
import { nameOfDatabase } from '../database-address.ts'
import { LostChanges } from './primary-history.ts'
import { selectServerState, type ServerState } from './replication.sql.ts'

/** Limits the wait for a connection to a replica. The primary is asked instead. */
const CONNECT_WITHIN_MS = 1_000

/** Longer than statements may take: a connection on which no more comes is lost, although the server lives. */
const LONGEST_READ_MS = 20_000

/** Thrown when a replica does not answer in time. */
class ReplicaSilent extends Error {
  override readonly name = 'ReplicaSilent'
}

/** A standby that answers browsing reads while it is young enough. */
export class Replica {
  readonly name: string
  readonly lostChanges = new LostChanges()
  readonly #db: Db
  /** A connection of its own, which no slow reads occupy. */
  readonly #stateDb: Db
  #youngAt = -Infinity

  constructor(address: string, max: number) {
    this.name = nameOfDatabase(address)
    const options = { waitMs: CONNECT_WITHIN_MS, isStandby: true }
    this.#db = connect(address, { max, ...options })
    this.#stateDb = connect(address, { max: 1, ...options })
  }

  /** The time (`performance.now()`) whose state of the primary it has at least. -Infinity if it must not be used. */
  get youngAt(): number {
    return this.#youngAt
  }

  /** The milliseconds by which it may be behind now. Infinity if it must not be used. */
  get ageMs(): number {
    return performance.now() - this.#youngAt
  }

  /** Reads the state of the server. Throws if it does not tell it in time. */
  async readState(withinMs: number): Promise<ServerState> {
    const state = await unlessLate(selectServerState(this.#stateDb), withinMs)
    if (!state) throw new ReplicaSilent(`${this.name} did not answer within ${withinMs} ms.`)
    return state.value
  }

  /** Does a read. Throws if it takes longer than usual reads and the server does not tell its state either. */
  async read<Result>(
    work: (db: Db) => Promise<Result>,
    { usualMs, stateWithinMs }: { usualMs: number; stateWithinMs: number },
  ): Promise<Result> {
    const result = work(this.#db)
    const since = performance.now()
    while (performance.now() - since < LONGEST_READ_MS) {
      const done = await unlessLate(result, usualMs)
      if (done) return done.value
      await this.readState(stateWithinMs)
    }
    throw new ReplicaSilent(`${this.name} did not answer a read within ${LONGEST_READ_MS} ms.`)
  }

  /** Sets the age that it has now, from which on it grows. Infinity: not to be used. */
  setAge(ageMs: number): void {
    this.#youngAt = performance.now() - ageMs
  }

  async close(): Promise<void> {
    await Promise.all([this.#db.destroy(), this.#stateDb.destroy()])
  }
}

/** Waits for a result. Undefined if it does not come in time. */
async function unlessLate<Result>(result: Promise<Result>, withinMs: number): Promise<{ value: Result } | undefined> {
  const over = new AbortController()
  const late = wait(withinMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined)
  try {
    return await Promise.race([result.then((value) => ({ value })), late])
  } finally {
    over.abort()
  }
}

import { Socket } from 'node:net'
import { type Client, DatabaseError } from 'pg'
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { HostClient } from './host-client.ts'

/** Limits the statements that a server knows by name, and so those that it prepares on each of its connections. */
const MAX_NAMES = 500
/** Limits the texts that are known to have been sent once. */
const MAX_SEEN = 1_000
/** Excludes inserts of many rows, whose text differs with their number. */
const MAX_PARAMETERS = 40
const PLANNABLE = /^\s*(select|insert|update|delete|with)\b/i
const PLANNED_EACH_TIME = '/* planned each time */'

/**
 * Ends a statement that PostgreSQL shall plan for its values each time: a search, whose best plan depends on them and
 * whose text on its filters.
 */
export const plannedEachTime: RawBuilder<unknown> = sql.raw(PLANNED_EACH_TIME)

/** The names of statements by their text. The least used ones make room. */
const names = new LRUCache<string, string>({ max: MAX_NAMES })
/** The texts that were sent once. */
const seen = new LRUCache<string, true>({ max: MAX_SEEN })
let lastNumber = 0

/** Returns the name of a statement from the second time on, undefined for one that is not prepared. */
function nameOf(text: string, parameters: number): string | undefined {
  if (parameters === 0 || parameters > MAX_PARAMETERS || !PLANNABLE.test(text)) return undefined
  const known = names.get(text)
  if (known !== undefined) return known
  if (text.endsWith(PLANNED_EACH_TIME)) return undefined
  if (!seen.has(text)) {
    seen.set(text, true)
    return undefined
  }
  lastNumber += 1
  const name = `foyer_${lastNumber}`
  names.set(text, name)
  return name
}

/**
 * Tells whether an error means that a prepared statement returns other columns since a migration. The statements get
 * new names, so it does not come back when the transaction is repeated.
 */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

type Query = (
  query: string | { text: string; values: unknown[]; name?: string },
  ...rest: unknown[]
) => Promise<unknown>

/**
 * A connection that sends statements with parameters by name, so that PostgreSQL parses and plans each once. Repeats a
 * statement with an outdated plan, except in a transaction, which has failed with it.
 */
export class PreparedClient extends HostClient {
  #isGathering = false

  override query = ((...sent: Parameters<Query>) => {
    const send: Query = super.query.bind(this)
    this.#gather()
    const [text, values] = sent
    if (sent.length !== 2 || typeof text !== 'string' || !Array.isArray(values)) return send(...sent)
    const name = nameOf(text, values.length)
    if (name === undefined) return send(text, values)
    const isAlone = this.getTransactionStatus() === 'I'
    return send({ name, text, values }).catch((error: unknown) => {
      if (!isOutdatedPlan(error)) throw error
      names.clear()
      seen.clear()
      if (!isAlone) throw error
      return send(text, values)
    })
  }) as Client['query']

  /** Lets the statements that are sent before the next turn of the event loop leave in one packet. */
  #gather(): void {
    const { stream } = this.connection
    if (!(stream instanceof Socket) || this.#isGathering) return
    this.#isGathering = true
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }
}

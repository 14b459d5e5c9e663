import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#server/db/connection.ts'
import { isAnotherBlocked, selectBlockedPorts } from '#server/testing/connections.sql.ts'
import type { Answer } from '../http-client.ts'
import type { GatedTransaction, StatementGate } from './statement-gate.ts'

/** Chooses the next transaction to run a statement, among those that wait at the gate. */
export type Choose = (ready: readonly number[]) => number

export type Interleaving = {
  /** The order of the statements: a digit for each, the number of its transaction. */
  order: string
  answers: Answer[]
  /** Whether all transactions waited for each other. PostgreSQL ends this. */
  isDeadlocked: boolean
}

/** A request, and the number of the server that receives it. */
export type RoutedRequest = { server: number; send: () => Promise<Answer> }

type Actor = {
  server: number
  /** Undefined if the request needs no transaction, or has not begun it. */
  gated: GatedTransaction | undefined
  answered: Promise<void>
  answer: Answer | undefined
  /** Whether its statement waits for a lock of another actor's transaction. */
  isBlocked: boolean
  /** The earlier request that its server completes first, such as another order of the customer. */
  behind: Actor | undefined
}

const PATIENCE_MS = 2
/** A request that has begun nothing for this long waits in its server for an earlier one. */
const PATIENCE_OF_START_MS = 500

type Parties = {
  gate: StatementGate
  db: Db
  requests: readonly RoutedRequest[]
  /** Whether requests have further transactions that stop, too. Otherwise these run through. */
  hasFurther?: boolean
}

/** Sends requests and runs their transactions statement by statement, in the order that `choose` decides. */
export async function interleave(
  { gate, db, requests, hasFurther = false }: Parties,
  choose: Choose,
): Promise<Interleaving> {
  const actors: Actor[] = []
  for (const request of requests) actors.push(await start(gate, request, actors))
  let order = ''
  let isDeadlocked = false
  for (;;) {
    await settle(actors, gate, db)
    const ready = actors.flatMap((actor, index) => (isReady(actor) ? [index] : []))
    if (ready.length > 0) {
      const index = choose(ready)
      order += index
      const actor = actors[index]
      const gated = actor?.gated
      // Only the end of a transaction releases locks.
      const isEnd = gated?.waiting === 'commit' || gated?.waiting === 'rollback'
      if (isEnd) for (const actor of actors) actor.isBlocked = false
      // No other request begins a transaction before this one has begun its next, or has been answered.
      if (actor && isEnd && hasFurther) stopFurther(gate, actor)
      gated?.release()
    } else if (actors.every(({ answer }) => answer)) {
      return { order, isDeadlocked, answers: actors.flatMap(({ answer }) => answer ?? []) }
    } else {
      isDeadlocked = true
      await Promise.race([gate.changed(), ...unanswered(actors)])
      for (const actor of actors) actor.isBlocked = false
    }
  }
}

async function start(gate: StatementGate, { server, send }: RoutedRequest, earlier: readonly Actor[]): Promise<Actor> {
  const { stopped, forget } = gate.stopNext()
  const actor: Actor = {
    ...{ server, gated: undefined, answered: Promise.resolve(), answer: undefined },
    ...{ isBlocked: false, behind: undefined },
  }
  actor.answered = send().then((answer) => {
    actor.answer = answer
    forget()
  })
  const begun = stopped.then((gated) => {
    actor.gated = gated
  })
  const first = earlier.findLast((other) => other.server === server && !other.answer)
  const waits = first && wait(PATIENCE_OF_START_MS, first)
  actor.behind = (await Promise.race([begun, actor.answered, ...(waits ? [waits] : [])])) ?? undefined
  return actor
}

/** Stops the next transaction of a request that ends one, if it has another. */
function stopFurther(gate: StatementGate, actor: Actor): void {
  const { stopped, forget } = gate.stopNext()
  actor.gated = undefined
  void stopped.then((gated) => {
    actor.gated = gated
  })
  void actor.answered.then(forget)
}

const isReady = ({ gated, answer }: Actor) => !answer && gated?.waiting !== undefined
const portsOf = (actors: readonly Actor[]) => actors.flatMap(({ gated }) => gated?.port ?? [])
const unanswered = (actors: readonly Actor[]) => actors.flatMap(({ answer, answered }) => (answer ? [] : [answered]))

/** Waits until every transaction waits at the gate or for a lock, or has ended. */
async function settle(actors: readonly Actor[], gate: StatementGate, db: Db): Promise<void> {
  for (;;) {
    const changed = gate.changed()
    const running = actors.filter((actor) => !actor.answer && !isReady(actor) && !actor.isBlocked)
    if (running.length === 0) return
    const patience = wait(PATIENCE_MS, 'nothing')
    if ((await Promise.race([changed, patience, ...unanswered(actors)])) !== 'nothing') continue
    const blocked = await selectBlockedPorts(db, portsOf(actors))
    // A statement outside of a transaction has no port here. It is that of the only request without a transaction.
    const isOutside = running.some(({ gated }) => !gated) && (await isAnotherBlocked(db, portsOf(actors)))
    const waits = ({ gated, behind }: Actor) =>
      gated ? blocked.has(gated.port) : isOutside || (behind !== undefined && !behind.answer)
    const isBlocked = (actor: Actor) => !actor.answer && !isReady(actor) && waits(actor)
    // As long as one is running, it may release what others wait for.
    if (running.every(isBlocked)) for (const actor of running) actor.isBlocked = true
  }
}

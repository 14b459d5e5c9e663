import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#server/db/connection.ts'
import { selectBlockedPorts } from '#server/testing/connections.sql.ts'
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

type Actor = {
  /** Undefined if the request needs no transaction. */
  gated: GatedTransaction | undefined
  answered: Promise<void>
  answer: Answer | undefined
  /** Whether its statement waits for a lock of another actor's transaction. */
  isBlocked: boolean
}

const PATIENCE_MS = 2

type Parties = { gate: StatementGate; db: Db; requests: readonly (() => Promise<Answer>)[] }

/** Sends requests and runs their transactions statement by statement, in the order that `choose` decides. */
export async function interleave({ gate, db, requests }: Parties, choose: Choose): Promise<Interleaving> {
  const actors: Actor[] = []
  for (const request of requests) actors.push(await start(gate, request))
  let order = ''
  let isDeadlocked = false
  for (;;) {
    await settle(actors, gate, db)
    const ready = actors.flatMap((actor, index) => (isReady(actor) ? [index] : []))
    if (ready.length > 0) {
      const index = choose(ready)
      order += index
      const gated = actors[index]?.gated
      // Only the end of a transaction releases locks.
      const isEnd = gated?.waiting === 'commit' || gated?.waiting === 'rollback'
      if (isEnd) for (const actor of actors) actor.isBlocked = false
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

async function start(gate: StatementGate, request: () => Promise<Answer>): Promise<Actor> {
  const { stopped, forget } = gate.stopNext()
  const actor: Actor = { gated: undefined, answered: Promise.resolve(), answer: undefined, isBlocked: false }
  actor.answered = request().then((answer) => {
    actor.answer = answer
  })
  const begun = stopped.then((gated) => {
    actor.gated = gated
  })
  await Promise.race([begun, actor.answered])
  forget()
  return actor
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
    const isBlocked = (actor: Actor) => !actor.answer && !isReady(actor) && blocked.has(actor.gated?.port ?? 0)
    // As long as one is running, it may release what others wait for.
    if (running.every(isBlocked)) for (const actor of running) actor.isBlocked = true
  }
}

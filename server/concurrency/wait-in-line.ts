import type { EventEmitter } from 'node:events'
import { type Problem, problem } from '#domain/problem.ts'

/** The seconds after which a client that was refused as `busy` may ask again. */
export const RETRY_AFTER_SECONDS = 2

/** A task that waits in a line. Either function ends the wait. */
export type Waiting = { readonly start: () => void; readonly refuse: () => void }

type Wait<Entry> = {
  /** Maximum wait in milliseconds. */
  waitMs: number
  /** The connection for which the task waits. */
  client?: EventEmitter | undefined
  /** Makes the entry of the task in the line. */
  enter: (waiting: Waiting) => Entry
}

/**
 * Waits in a line until the entry there is started. Throws `busy` if it is refused, as it is after the maximum wait, or
 * if the client's connection closes.
 */
export function waitInLine<Entry extends Waiting>(
  line: Set<Entry>,
  { waitMs, client, enter }: Wait<Entry>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      line.delete(entry)
      client?.off('close', giveUp)
    }
    const giveUp = () => {
      leave()
      reject(busy())
    }
    const start = () => {
      leave()
      resolve()
    }
    const entry = enter({ start, refuse: giveUp })
    const timer = setTimeout(() => entry.refuse(), waitMs)
    line.add(entry)
    client?.once('close', giveUp)
  })
}

const BUSY = problem('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })

/** Returns the problem of a request for which there is no room now, made once: stacks are most of its costs. */
export function busy(): Problem {
  return BUSY
}

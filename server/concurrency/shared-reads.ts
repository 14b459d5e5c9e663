import type { FairQueue } from './fair-queue.ts'
import type { Semaphore } from './semaphore.ts'

type Read<Input, Value> = (input: Input) => Promise<Value>

/** All reads wait for their turn in one lane, or each call in the lane of a queue that `laneOf` names. */
type SharedReadOptions<Input> = { keyOf: (input: Input) => string } & (
  | { lane: Semaphore }
  | { queue: FairQueue; laneOf: (input: Input) => string }
)

/** A read that waits for a turn. `lanes`: its value for the callers of each lane, or why their turn did not come. */
type NextRead<Value> = {
  value: Promise<Value>
  hasBegun: boolean
  begin: () => Promise<void>
  lanes: Map<string, Promise<Value>>
}

/**
 * Shares reads among callers with the same key. The read that answers a call begins after the call: callers that arrive
 * while one runs, or while one waits for its turn, share the next one. So nothing is remembered, no answer is older
 * than its question, and each key has one read at a time, however many ask. A read waits in the lanes of all its
 * callers and begins in the first turn that comes, so nobody waits for the turn of a longer lane. All who share a read
 * that fails get its error. Those of a lane whose turn does not come before it begins get `busy`.
 */
export function sharedReads<Input, Value>(
  read: Read<Input, Value>,
  { keyOf, ...turns }: SharedReadOptions<Input>,
): Read<Input, Value> {
  const laneOf = (input: Input) => ('queue' in turns ? turns.laneOf(input) : '')
  const inTurn = (lane: string, run: () => Promise<void>) =>
    'queue' in turns ? turns.queue.run(lane, run) : turns.lane.run(run)
  const waiting = new Map<string, NextRead<Value>>()
  const running = new Map<string, Promise<unknown>>()

  function nextRead(key: string, input: Input): NextRead<Value> {
    const { promise: value, resolve, reject } = Promise.withResolvers<Value>()
    const end = value.catch(() => undefined)
    const begin = async () => {
      if (next.hasBegun) return
      next.hasBegun = true
      waiting.delete(key)
      running.set(key, end)
      await read(input).then(resolve, reject)
      if (running.get(key) === end) running.delete(key)
    }
    const next: NextRead<Value> = { value, hasBegun: false, begin, lanes: new Map() }
    return next
  }

  /** Waits in a lane until the read has been done in its turn, or in that of another lane. */
  async function waitInLane(key: string, next: NextRead<Value>, lane: string): Promise<Value> {
    const turn = Promise.resolve(running.get(key))
      .then(() => inTurn(lane, next.begin))
      .catch((error: unknown) => {
        if (!next.hasBegun) throw error
      })
    try {
      return await Promise.race([next.value, turn.then(() => next.value)])
    } finally {
      next.lanes.delete(lane)
      if (next.lanes.size === 0 && waiting.get(key) === next) waiting.delete(key)
    }
  }

  return (input) => {
    const key = keyOf(input)
    const next = waiting.get(key) ?? nextRead(key, input)
    waiting.set(key, next)
    const lane = laneOf(input)
    const value = next.lanes.get(lane) ?? waitInLane(key, next, lane)
    next.lanes.set(lane, value)
    return value
  }
}

import type { Semaphore } from './semaphore.ts'

type Read<Input, Value> = (input: Input) => Promise<Value>

/**
 * Shares reads among callers with the same key. The read that answers a call begins after the call: callers that arrive
 * while one runs, or while one waits for its turn in the lane, share the next one. So nothing is remembered, no answer
 * is older than its question, and each key has one read at a time, however many ask. All who share a read that fails
 * get its error, or `busy` if its turn does not come.
 */
export function sharedReads<Input, Value>(
  read: Read<Input, Value>,
  { keyOf, lane }: { keyOf: (input: Input) => string; lane: Semaphore },
): Read<Input, Value> {
  const waiting = new Map<string, Promise<Value>>()
  const running = new Map<string, Promise<unknown>>()

  async function startNext(key: string): Promise<() => void> {
    await running.get(key)
    return lane.start()
  }

  async function readNext(key: string, input: Input): Promise<Value> {
    let endTurn
    try {
      endTurn = await startNext(key)
    } finally {
      waiting.delete(key)
    }
    const value = read(input)
    const end = value.then(endTurn, endTurn)
    running.set(key, end)
    await end
    if (running.get(key) === end) running.delete(key)
    return value
  }

  return (input) => {
    const key = keyOf(input)
    const value = waiting.get(key) ?? readNext(key, input)
    waiting.set(key, value)
    return value
  }
}

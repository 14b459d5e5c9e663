import { LRUCache } from 'lru-cache'
import { withoutConnection } from './without-connection.ts'

type Load<Input, Value> = (input: Input) => Promise<Value>
type Key = string | number

type CacheOptions<Input> = { max: number; keyOf: (input: Input) => Key }

type SharedOptions<Input, Value> = CacheOptions<Input> & {
  /** Counts a value of `max`, as one if missing. */
  sizeOf?: (value: Value) => number
  /** Tells which callers share a promise, by default those of one key. Others load the value themselves meanwhile. */
  loadKeyOf?: (input: Input) => Key
  /** Waits for a value that another caller loads, by default in `withoutConnection`. */
  awaitShared?: (input: Input, shared: Promise<Value>) => Promise<Value>
}

/**
 * Caches the values of `load` that were used last, by key, up to `max` of them or of the sum of their sizes. Concurrent
 * callers share one promise, however many other values are being loaded, and their requests leave their room in the
 * server to others meanwhile. Failures are not cached.
 */
export function cacheAsync<Input, Value>(
  load: Load<Input, Value>,
  { max, keyOf, sizeOf = () => 1, loadKeyOf = keyOf, awaitShared = leaveRoom }: SharedOptions<Input, Value>,
): Load<Input, Value> {
  const values = new LRUCache<Key, Promise<Value>>({ maxSize: max })
  const pending = new Map<Key, Promise<Value>>()
  return (input) => {
    const key = keyOf(input)
    const loadKey = loadKeyOf(input)
    const known = values.get(key)
    if (known) return known
    const shared = pending.get(loadKey)
    if (shared) return awaitShared(input, shared)
    const value = load(input)
    pending.set(loadKey, value)
    value.then(
      (loaded) => {
        values.set(key, value, { size: sizeOf(loaded) })
        pending.delete(loadKey)
      },
      () => pending.delete(loadKey),
    )
    return value
  }
}

const leaveRoom = <Value>(_input: unknown, shared: Promise<Value>) => withoutConnection(() => shared)

const SECOND_MS = 1_000

/** Caches each value of `load` for a second. Concurrent callers share one promise. Failures are not cached. */
export function cacheForASecond<Input extends Key, Value>(load: Load<Input, Value>): Load<Input, Value> {
  const values = new LRUCache<Key, Promise<Value>>({ max: MAX_VALUES, ttl: SECOND_MS, perf: performance })
  return (input) => {
    const cached = values.get(input)
    if (cached) return cached
    const value = load(input)
    values.set(input, value)
    value.catch(() => values.delete(input))
    return value
  }
}

/** Returns the value of `load` of a short time ago by its key, or loads it. */
export type Remember = <Value>(key: string, load: () => Promise<Value>) => Promise<Value>

const LIFE_PER_COST = 10
const MAX_VALUES = 1_000

type LifeOptions<Input> = Pick<CacheOptions<Input>, 'keyOf'> & {
  max?: number
  /** The shortest life of a value in milliseconds. */
  leastMs?: number
}

/** `clear` forgets all values, also those that are being loaded. `stateOf` tells whether a value is cached. */
type ClearableCache<Input, Value> = Load<Input, Value> & {
  clear: () => void
  stateOf: (input: Input) => 'LOADING' | 'LOADED' | undefined
}

/**
 * Caches each value of `load` for ten times as long as loading it took: expensive values take at most a tenth of the
 * time for each key, cheap values are as good as fresh. Concurrent callers share one promise. Failures are not cached.
 */
export function cacheForTenTimesItsCost<Input, Value>(
  load: Load<Input, Value>,
  { keyOf, max = MAX_VALUES, leastMs = 1 }: LifeOptions<Input>,
): ClearableCache<Input, Value> {
  const values = new LRUCache<Key, Promise<Value>>({ max, ttlAutopurge: true, perf: performance })
  const loaded = new WeakSet<Promise<Value>>()
  const read = (input: Input) => {
    const key = keyOf(input)
    const cached = values.get(key)
    if (cached) return cached
    const start = performance.now()
    const value = load(input)
    const isKept = () => values.peek(key) === value
    values.set(key, value)
    value.then(
      () => {
        if (!isKept()) return
        loaded.add(value)
        values.set(key, value, { ttl: Math.max(leastMs, LIFE_PER_COST * (performance.now() - start)) })
      },
      () => isKept() && values.delete(key),
    )
    return value
  }
  const stateOf = (input: Input) => {
    const value = values.get(keyOf(input))
    return value && (loaded.has(value) ? 'LOADED' : 'LOADING')
  }
  return Object.assign(read, { clear: () => values.clear(), stateOf })
}

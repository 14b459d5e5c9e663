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

const FRESH_PER_COST = 10
const MAX_VALUES = 1_000

type LifeOptions<Input> = Pick<CacheOptions<Input>, 'keyOf'> & {
  max?: number
  /** The shortest time in milliseconds for which a value is fresh. */
  leastMs?: number
  /** The longest such time. Unlimited if missing. */
  mostMs?: number
  /** Whether a value that is no longer fresh lives for as long again, for callers of `renew`. */
  isRenewed?: boolean
}

/** A cached value. An old one is no longer fresh. */
type Kept<Value> = { value: Value; isOld: boolean }

type ClearableCache<Input, Value> = Load<Input, Value> & {
  /** Forgets all values, also those that are being loaded. */
  clear: () => void
  /** Returns a value that is cached. Undefined for others, also for one that is being loaded for the first time. */
  peek: (input: Input) => Kept<Value> | undefined
  /** Tells whether a value is being loaded. */
  isLoading: (input: Input) => boolean
  /** Loads a value that is not cached, or old. Other callers get the old one until it is loaded, or its life ends. */
  renew: Load<Input, Value>
}

/**
 * Caches each value of `load` for ten times as long as loading it took: expensive values take at most a tenth of the
 * time for each key, cheap values are as good as fresh. Concurrent callers share one promise. Failures are not cached.
 */
export function cacheForTenTimesItsCost<Input, Value>(
  load: Load<Input, Value>,
  { keyOf, max = MAX_VALUES, leastMs = 1, mostMs = Infinity, isRenewed = false }: LifeOptions<Input>,
): ClearableCache<Input, Value> {
  const values = new LRUCache<Key, { value: Value; oldAt: number }>({ max, ttlAutopurge: true, perf: performance })
  const loading = new Map<Key, Promise<Value>>()
  const reload = (input: Input) => {
    const key = keyOf(input)
    const shared = loading.get(key)
    if (shared) return shared
    const start = performance.now()
    const loaded = load(input)
    loading.set(key, loaded)
    const isWanted = () => loading.get(key) === loaded
    loaded.then(
      (value) => {
        if (!isWanted()) return
        loading.delete(key)
        const now = performance.now()
        const fresh = Math.min(Math.max(leastMs, FRESH_PER_COST * (now - start)), mostMs)
        values.set(key, { value, oldAt: now + fresh }, { ttl: isRenewed ? 2 * fresh : fresh })
      },
      () => isWanted() && loading.delete(key),
    )
    return loaded
  }
  const peek = (input: Input) => {
    const kept = values.get(keyOf(input))
    return kept && { value: kept.value, isOld: performance.now() >= kept.oldAt }
  }
  const read = (input: Input) => {
    const kept = values.get(keyOf(input))
    return kept ? Promise.resolve(kept.value) : reload(input)
  }
  const renew = (input: Input) => {
    const kept = peek(input)
    return kept && !kept.isOld ? Promise.resolve(kept.value) : reload(input)
  }
  const clear = () => {
    values.clear()
    loading.clear()
  }
  return Object.assign(read, { clear, peek, isLoading: (input: Input) => loading.has(keyOf(input)), renew })
}

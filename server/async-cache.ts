import { LRUCache } from 'lru-cache'

type Load<Input, Value> = (input: Input) => Promise<Value>
type Key = string | number

type CacheOptions<Input> = { max: number; keyOf: (input: Input) => Key }

/**
 * Caches the `max` values of `load` that were used last, by key. Concurrent callers share one promise, however many
 * other values are being loaded. Failures are not cached.
 */
export function cacheAsync<Input, Value>(load: Load<Input, Value>, options: CacheOptions<Input>): Load<Input, Value> {
  const { max, keyOf } = options
  const values = new LRUCache<Key, Promise<Value>>({ max })
  const pending = new Map<Key, Promise<Value>>()
  return (input) => {
    const key = keyOf(input)
    const known = values.get(key) ?? pending.get(key)
    if (known) return known
    const value = load(input)
    pending.set(key, value)
    value.then(
      () => {
        values.set(key, value)
        pending.delete(key)
      },
      () => pending.delete(key),
    )
    return value
  }
}

const LIFE_PER_COST = 10
const MAX_VALUES = 1_000

/**
 * Caches each value of `load` for ten times as long as loading it took: expensive values take at most a tenth of the
 * time for each key, cheap values are as good as fresh. Concurrent callers share one promise. Failures are not cached.
 */
export function cacheForTenTimesItsCost<Input, Value>(
  load: Load<Input, Value>,
  { keyOf }: Pick<CacheOptions<Input>, 'keyOf'>,
): Load<Input, Value> {
  const values = new LRUCache<Key, Promise<Value>>({ max: MAX_VALUES, ttlAutopurge: true, perf: performance })
  return (input) => {
    const key = keyOf(input)
    const cached = values.get(key)
    if (cached) return cached
    const start = performance.now()
    const value = load(input)
    values.set(key, value)
    value.then(
      () => values.set(key, value, { ttl: Math.max(1, LIFE_PER_COST * (performance.now() - start)) }),
      () => values.delete(key),
    )
    return value
  }
}

type Make<Asked, Value> = (asked: Asked) => Promise<Value>

/**
 * `make`, remembering what was asked for last, at most `limit` values, told apart `by` their key. Who asks while a value
 * is being made waits for the same one. A failure is not remembered.
 */
export function remembered<Asked, Value>(
  make: Make<Asked, Value>,
  { limit, by }: { limit: number; by: (asked: Asked) => string | number },
): Make<Asked, Value> {
  const known = new Map<string | number, Promise<Value>>()
  return (asked) => {
    const key = by(asked)
    const value = known.get(key) ?? make(asked)
    known.delete(key)
    known.set(key, value)
    value.catch(() => known.get(key) === value && known.delete(key))
    const [oldest] = known.keys()
    if (known.size > limit && oldest !== undefined) known.delete(oldest)
    return value
  }
}

const REST = 10

/**
 * `make`, at most a tenth of the time at work for each key: a value is answered while it is being made, and then for
 * ten times as long as that took. What is quick to make is as good as always fresh.
 */
export function rested<Asked, Value>(
  make: Make<Asked, Value>,
  { by }: { by: (asked: Asked) => string | number },
): Make<Asked, Value> {
  const known = new Map<string | number, Promise<Value>>()
  return (asked) => {
    const key = by(asked)
    const found = known.get(key)
    if (found) return found
    const began = performance.now()
    const value = make(asked)
    known.set(key, value)
    value.then(
      () => setTimeout(() => known.delete(key), REST * (performance.now() - began)).unref(),
      () => known.delete(key),
    )
    return value
  }
}

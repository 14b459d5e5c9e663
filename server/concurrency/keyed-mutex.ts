const lastOf = new Map<string, Promise<unknown>>()

/** Does the waiting of an exclusive work. */
type Wait = (until: () => Promise<void>) => Promise<void>

/**
 * Runs the work of one key one after the other, in the order of the calls, within this process. `wait` may do something
 * before and after the wait for earlier work.
 */
export function runExclusive<Result>(
  key: string,
  work: () => Promise<Result>,
  wait: Wait = (until) => until(),
): Promise<Result> {
  const previous = lastOf.get(key)
  const result = (previous ? wait(() => previous.then(ignore, ignore)) : Promise.resolve()).then(work)
  lastOf.set(key, result)
  const forget = () => {
    if (lastOf.get(key) === result) lastOf.delete(key)
  }
  result.then(forget, forget)
  return result
}

function ignore(): void {}

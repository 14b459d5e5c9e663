const lastOf = new Map<string, Promise<unknown>>()

/** Runs the work of one key one after the other, in the order of the calls, within this process. */
export function runExclusive<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const previous = lastOf.get(key) ?? Promise.resolve()
  const result = previous.then(work, work)
  lastOf.set(key, result)
  const forget = () => {
    if (lastOf.get(key) === result) lastOf.delete(key)
  }
  result.then(forget, forget)
  return result
}

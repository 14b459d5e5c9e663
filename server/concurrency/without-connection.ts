import { AsyncLocalStorage } from 'node:async_hooks'

/** A request that is worked on. */
type Worked = {
  network: string
  /** Leaves its room among those that use the database to others while it does the work. */
  withoutConnection: <Result>(work: () => Promise<Result>) => Promise<Result>
}

const requests = new AsyncLocalStorage<Worked>()

/** Runs the work of a request, which may then give up its room for a time by `withoutConnection`. */
export function workOnRequest<Result>(request: Worked, work: () => Promise<Result>): Promise<Result> {
  return requests.run(request, work)
}

/** Returns the client network of the request that is worked on. Empty without one. */
export function networkOfRequest(): string {
  return requests.getStore()?.network ?? ''
}

/**
 * Does work that needs no database connection of its own: waits, computes, or reads in a queue that shares one. The
 * request keeps the turn of its client network meanwhile, but leaves its room in the server to others. `network` is
 * that of the request, or empty without one.
 */
export function withoutConnection<Result>(work: (network: string) => Promise<Result>): Promise<Result> {
  const request = requests.getStore()
  return request ? request.withoutConnection(() => work(request.network)) : work('')
}

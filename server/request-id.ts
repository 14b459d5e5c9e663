import { AsyncLocalStorage } from 'node:async_hooks'

const requestIds = new AsyncLocalStorage<string | undefined>()

/** Runs the work, and everything that it starts, under the id of a request; undefined for work of no request. */
export function withRequestId<Result>(id: string | undefined, work: () => Result): Result {
  return requestIds.run(id, work)
}

/** Returns the id of the request that caused the running code. Undefined for work of no request. */
export function currentRequestId(): string | undefined {
  return requestIds.getStore()
}

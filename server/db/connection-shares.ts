/**
 * The shares of the database connections that requests which write may use: each on a connection of its own, and in
 * batches. The rest is left to requests that read, because commits may wait for a standby of the database until it is
 * back.
 */
const SHARES = { writing: 0.3, batched: 0.3 }

/** Returns the number of connections of a pool that the work may use. */
export function connectionsFor(work: keyof typeof SHARES, pool: number): number {
  return Math.max(1, Math.floor(pool * SHARES[work]))
}

import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import type { Bench } from './fresh-shop.ts'
import type { Clients, Seen } from './client-worker.ts'

const FLOOD = { from: '127.0.0.2', connections: 400, pauseMs: 0, forMs: 10_000 }
const VISITOR = { from: '127.0.0.3', connections: 4, pauseMs: 10, forMs: 6_000 }
const WARM_UP_MS = 2_000
const PATH = '/api/v1/events?description=ozean'

/** Median latencies in milliseconds, and calls per second. */
export type Fairness = { aloneMs: number; besideMs: number; floodPerSecond: number; floodRefused: number }

/** Measures a network's calls alone, and beside another network that calls without a pause on 400 connections. */
export async function measureFairness({ app }: Bench): Promise<Fairness> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  await run({ ...VISITOR, port, path: PATH })
  const alone = await run({ ...VISITOR, port, path: PATH })
  const flood = run({ ...FLOOD, port, path: PATH })
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS))
  const beside = await run({ ...VISITOR, port, path: PATH })
  const { latencies, refused } = await flood
  return {
    aloneMs: medianOf(alone),
    besideMs: medianOf(beside),
    floodPerSecond: (latencies.length * 1_000) / FLOOD.forMs,
    floodRefused: refused,
  }
}

/** Runs clients in a thread of their own, so that they do not slow the server. */
function run(clients: Clients): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('client-worker.ts', import.meta.url), { workerData: clients })
    worker.once('message', resolve).once('error', reject)
  })
}

function medianOf({ latencies }: Seen): number {
  return latencies.toSorted((one, other) => one - other)[Math.floor(latencies.length / 2)] ?? Number.NaN
}

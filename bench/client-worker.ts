import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** Clients at one address that call a path for a while, each with a pause in milliseconds between its calls. */
export type Clients = { port: number; from: string; path: string; connections: number; pauseMs: number; forMs: number }

/** The results of the clients. Latencies of successful calls in milliseconds. */
export type Seen = { latencies: number[]; refused: number }

const { port, from, path, connections, pauseMs, forMs } = workerData as Clients
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const seen: Seen = { latencies: [], refused: 0 }
const until = performance.now() + forMs

function call(): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, agent, localAddress: from }, (response) => {
      response.once('end', () => resolve(response.statusCode ?? 0)).resume()
    })
    request.once('error', reject)
  })
}

async function client(): Promise<void> {
  while (performance.now() < until) {
    const started = performance.now()
    if ((await call()) === 200) seen.latencies.push(performance.now() - started)
    else seen.refused += 1
    await wait(pauseMs)
  }
}

await Promise.all(Array.from({ length: connections }, client))
agent.destroy()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
parentPort?.postMessage(seen)

import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'

/** The facts of an open shop that a worker needs. */
export type Start = { number: number; connectionString: string; pool: number }

/** A message of the primary process to a worker. */
export type Order =
  | { what: 'start'; start: Start }
  | { what: 'stop'; isHurried: boolean }
  | { what: 'metrics'; id: string; text: string | undefined }

/** A message of a worker to the primary process. */
export type Request = { what: 'read metrics'; id: string }

const METRICS_WITHIN_MS = 6_000

/** Calls back for each order of the primary process. */
export function onOrder(listener: (order: Order) => void): void {
  process.on('message', (message: Partial<Order>) => {
    // Other libraries send messages of their own.
    if (message.what !== undefined) listener(message as Order)
  })
}

/** Waits for the order to start. Call it before anything else, or the order is missed. */
export function receiveStart(): Promise<Start> {
  return new Promise((resolve) => {
    onOrder((order) => {
      if (order.what === 'start') resolve(order.start)
    })
  })
}

/** Asks the primary process for the metrics of all workers. Throws if it does not answer. */
export function readMetricsOfAll(): Promise<string> {
  const id = randomUUID()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(undefined), METRICS_WITHIN_MS)
    const receive = (message: Partial<Order>) => {
      if (message.what === 'metrics' && message.id === id) end(message.text)
    }
    function end(text: string | undefined): void {
      clearTimeout(timer)
      process.off('message', receive)
      if (text === undefined) reject(new Error('The workers did not tell their metrics.'))
      else resolve(text)
    }
    process.on('message', receive)
    const request: Request = { what: 'read metrics', id }
    cluster.worker?.send(request)
  })
}

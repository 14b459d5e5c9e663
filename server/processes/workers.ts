import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { SettingsError } from '../settings/env.ts'
import { sendSocketsBack } from './copied-sockets.ts'
import type { Order, Request, Start } from './messages.ts'

/** The pause before a worker that has ended is replaced. Doubles each time it ends soon after its start. */
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [200, 30_000]
/** A worker that has lived for so long did not end because of its start. */
const LIVED_MS = 60_000

type WorkerOptions = {
  count: number
  start: Omit<Start, 'number'>
  /** Aborted when the shop is to close, also while it opens. */
  stop: AbortSignal
  /** Aborted when it is to close without serving on for DRAIN_SECONDS. */
  hurry: AbortSignal
  log: Logger
  /** Returns the metrics of the shop and all its workers. */
  readMetrics: () => Promise<string>
  onRestart: () => void
}

/** The workers of one machine. */
export type Workers = {
  /** Waits until all workers have ended, as they do after `stop`. Kills those that have not after `withinMs`. */
  close: (withinMs: number) => Promise<void>
}

/**
 * Starts the workers of the shop and replaces each that ends. The first one is waited for: throws a `SettingsError` if
 * it ends before it listens. All workers accept connections at one port: if the primary process accepted them and
 * handed them out, its list of those that wait would have no end, and the kernel's has.
 */
export async function startWorkers(options: WorkerOptions): Promise<Workers> {
  const { count, stop, hurry } = options
  cluster.schedulingPolicy = cluster.SCHED_NONE
  sendSocketsBack()
  cluster.on('message', (worker, message: Partial<Request>) => {
    if (message.what === 'read metrics') void answerMetrics(worker, message.id ?? '', options)
  })
  for (const signal of [stop, hurry]) {
    signal.addEventListener('abort', () => {
      for (const worker of running()) send(worker, { what: 'stop', isHurried: hurry.aborted })
    })
  }
  const first = keepWorker(1, options)
  const isUp = await first.firstListens
  stop.throwIfAborted()
  if (!isUp) throw new SettingsError('The first worker ended before it was open.')
  const others = Array.from({ length: count - 1 }, (_, index) => keepWorker(index + 2, options))
  const keepers = [first, ...others]
  await Promise.all(keepers.map(({ firstListens }) => firstListens))
  if (stop.aborted) {
    await Promise.all(keepers.map(({ ended }) => ended))
    stop.throwIfAborted()
  }

  return {
    close: async (withinMs) => {
      const kill = setTimeout(() => {
        for (const worker of running()) worker.process.kill('SIGKILL')
      }, withinMs)
      await Promise.all(keepers.map(({ ended }) => ended))
      clearTimeout(kill)
    },
  }
}

const running = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

type Keeper = {
  /** Whether the first process of this number began to listen, rather than to end. */
  firstListens: Promise<boolean>
  /** Resolves after the last process of this number has ended. */
  ended: Promise<void>
}

/** Runs one worker after the other until the shop is to close, or the very first one does not start. */
function keepWorker(number: number, { start, stop, log, onRestart }: WorkerOptions): Keeper {
  const first = Promise.withResolvers<boolean>()
  async function keep(): Promise<void> {
    for (let pauseMs = SHORTEST_PAUSE_MS; !stop.aborted; onRestart()) {
      const startedAt = performance.now()
      const { listening, ended } = fork({ ...start, number })
      void listening.then(() => first.resolve(true))
      const reason = await ended
      first.resolve(false)
      if (stop.aborted || (number === 1 && !(await first.promise))) return
      if (performance.now() - startedAt > LIVED_MS) pauseMs = SHORTEST_PAUSE_MS
      log.error({ number, reason, pauseMs }, 'a worker has ended and is replaced')
      await wait(pauseMs, undefined, { signal: stop }).catch(() => undefined)
      pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)
    }
  }
  return { firstListens: first.promise, ended: keep() }
}

function fork(start: Start) {
  const worker = cluster.fork({ FOYER_WORKER: String(start.number) })
  send(worker, { what: 'start', start })
  const listening = new Promise<void>((resolve) => worker.once('listening', () => resolve()))
  const ended = new Promise<string>((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
    worker.on('error', (error) => resolve(error.message))
  })
  return { listening, ended }
}

async function answerMetrics(worker: Worker, id: string, { readMetrics, log }: WorkerOptions): Promise<void> {
  const text = await readMetrics().catch((error: unknown) => void log.warn(error))
  send(worker, { what: 'metrics', id, text: text ?? undefined })
}

/** Sends an order, unless the worker has just ended. */
function send(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => undefined)
}

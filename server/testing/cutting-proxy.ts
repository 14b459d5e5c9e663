// A thread has no origin.
/* oxlint-disable unicorn/require-post-message-target-origin */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import type { Cut, CuttingRule } from './connection-cuts.ts'

/** A TCP proxy that can break connections. */
export type CuttingProxy = {
  port: number
  setCutting: (isCutting: boolean) => void
  /** Counts the breaks by point. */
  countCuts: () => Promise<Record<Cut, number>>
}

/** Starts a proxy for one test, in its own thread for speed. */
export async function startCuttingProxy(rule: CuttingRule): Promise<CuttingProxy> {
  const worker = new Worker(new URL('./connection-cuts.ts', import.meta.url), { workerData: rule })
  onTestFinished(() => void worker.terminate())
  const [port] = (await once(worker, 'message')) as [number]
  return {
    port,
    setCutting: (isCutting) => worker.postMessage(isCutting),
    countCuts: async () => {
      worker.postMessage('count')
      const [cuts] = (await once(worker, 'message')) as [Record<Cut, number>]
      return cuts
    },
  }
}

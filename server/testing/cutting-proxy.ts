// A thread has no origin.
/* oxlint-disable unicorn/require-post-message-target-origin */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import type { Cut, CuttingRule } from './connection-cuts.ts'

/** A line to somewhere else that can die. */
export type CuttingProxy = {
  port: number
  setCutting: (isCutting: boolean) => void
  /** How often the line died, and where. */
  countCuts: () => Promise<Record<Cut, number>>
}

/** Lays such a line for one test, in a thread of its own so that it is not slow as well. */
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

// A thread has no origin.
/* oxlint-disable unicorn/require-post-message-target-origin */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Cut, CuttingRule } from './cutting-line.ts'

/** A line to somewhere else that can die, in a thread of its own so that it is not slow as well. */
export type CuttingProxy = {
  port: number
  setCutting: (isCutting: boolean) => void
  /** How often the line died, and where. Ends it. */
  close: () => Promise<Record<Cut, number>>
}

export async function startCuttingProxy(rule: CuttingRule): Promise<CuttingProxy> {
  const worker = new Worker(new URL('./cutting-line.ts', import.meta.url), { workerData: rule })
  const [port] = (await once(worker, 'message')) as [number]
  return {
    port,
    setCutting: (isCutting) => worker.postMessage(isCutting),
    close: async () => {
      worker.postMessage('close')
      const [cuts] = (await once(worker, 'message')) as [Record<Cut, number>]
      await worker.terminate()
      return cuts
    },
  }
}

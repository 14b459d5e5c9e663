import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { FileAnswer, FileOrder } from './file-thread.ts'

/** Answers the orders of the thread that this one serves, at a low priority. */
export function answerOrders<Content>(make: (content: Content) => Uint8Array<ArrayBuffer>): void {
  // On Linux, this concerns only this thread. Elsewhere it would slow the whole process down.
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
  parentPort?.on('message', ({ id, content }: FileOrder<Content>) => {
    try {
      const file = make(content)
      parentPort?.postMessage({ id, file } satisfies FileAnswer, [file.buffer])
    } catch (error) {
      parentPort?.postMessage({ id, fault: String(error) } satisfies FileAnswer, [])
    }
  })
}

import { Worker } from 'node:worker_threads'
import type { Sheet } from '#domain/ticket-sheet/sheet.ts'
import type { PrintAnswer, PrintOrder } from './print-thread.ts'

const THREAD = new URL('./print-thread.ts', import.meta.url)
/** Fonts and libraries take 50 MB, which a server without orders gives back. */
const IDLE_MS = 30_000

/**
 * Draws tickets as PDF files in a thread of its own, one after the other, because a file takes tens of milliseconds,
 * for which requests would wait. The thread starts with the first file and ends when it is idle. Then it does not keep
 * the process alive.
 */
export class TicketPrinter {
  #thread: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #lastId = 0
  readonly #waiting = new Map<number, PromiseWithResolvers<Uint8Array>>()

  /** Draws one page for each sheet. Rejects if the thread fails. */
  print(sheets: readonly Sheet[], title: string): Promise<Uint8Array> {
    clearTimeout(this.#idle)
    this.#thread ??= this.#start()
    this.#lastId += 1
    const id = this.#lastId
    const file = Promise.withResolvers<Uint8Array>()
    this.#waiting.set(id, file)
    this.#thread.ref()
    this.#thread.postMessage({ id, sheets, title } satisfies PrintOrder, [])
    return file.promise
  }

  #start(): Worker {
    const thread = new Worker(THREAD)
    thread.on('message', (answer: PrintAnswer) => {
      if ('file' in answer) this.#waiting.get(answer.id)?.resolve(answer.file)
      else this.#waiting.get(answer.id)?.reject(new Error(`A ticket was not drawn: ${answer.fault}`))
      this.#waiting.delete(answer.id)
      if (this.#waiting.size === 0) this.#rest(thread)
    })
    thread.on('error', (error) => this.#fail(thread, error))
    thread.on('exit', () => this.#fail(thread, new Error('The thread that draws tickets has ended.')))
    return thread
  }

  #rest(thread: Worker): void {
    thread.unref()
    this.#idle = setTimeout(() => {
      if (this.#thread === thread) this.#thread = undefined
      void thread.terminate()
    }, IDLE_MS)
    this.#idle.unref()
  }

  #fail(thread: Worker, error: unknown): void {
    if (this.#thread !== thread) return
    this.#thread = undefined
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

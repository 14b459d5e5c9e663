import { Worker } from 'node:worker_threads'

/** An order to a thread that makes files. */
export type FileOrder<Content> = { id: number; content: Content }
/** The file, or why it could not be made. */
export type FileAnswer = { id: number; file: Uint8Array<ArrayBuffer> } | { id: number; fault: string }

/** Fonts and libraries take 50 to 80 MB, which a server without orders gives back. A start takes 0.1 s. */
const IDLE_MS = 10_000

/**
 * V8 would let the garbage of files take 190 MB more, which makes none of them sooner. A smaller heap is collected
 * more often: a file of the most tickets, with long texts, needs less than 32 MB of the old generation.
 */
const HEAP = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 128 }

/**
 * Makes files in a thread of its own, one after the other, because a file takes tens of milliseconds, for which
 * requests would wait. The thread starts with the first file and ends when it is idle. Then it does not keep the
 * process alive.
 */
export class FileThread<Content> {
  readonly #module: URL
  readonly #data: unknown
  #thread: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #lastId = 0
  readonly #waiting = new Map<number, PromiseWithResolvers<Uint8Array>>()

  /** `data` is given to each thread at its start. */
  constructor(module: URL, data?: unknown) {
    this.#module = module
    this.#data = data
  }

  /** Makes a file. Rejects if it cannot be made, or the thread fails. */
  make(content: Content): Promise<Uint8Array> {
    clearTimeout(this.#idle)
    this.#thread ??= this.#start()
    this.#lastId += 1
    const id = this.#lastId
    const file = Promise.withResolvers<Uint8Array>()
    this.#waiting.set(id, file)
    this.#thread.ref()
    this.#thread.postMessage({ id, content } satisfies FileOrder<Content>, [])
    return file.promise
  }

  #start(): Worker {
    const thread = new Worker(this.#module, { workerData: this.#data, resourceLimits: HEAP })
    thread.on('message', (answer: FileAnswer) => {
      if ('file' in answer) this.#waiting.get(answer.id)?.resolve(answer.file)
      else this.#waiting.get(answer.id)?.reject(new Error(`A file of tickets was not made: ${answer.fault}`))
      this.#waiting.delete(answer.id)
      if (this.#waiting.size === 0) this.#rest(thread)
    })
    thread.on('error', (error) => this.#fail(thread, error))
    thread.on('exit', () => this.#fail(thread, new Error('The thread that makes files of tickets has ended.')))
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

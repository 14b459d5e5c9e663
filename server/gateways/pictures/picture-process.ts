import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { IMAGE_LIMITS } from '#domain/image-limits.ts'
import {
  type Frame,
  frameReader,
  type LimitedOrder,
  type PictureAnswer,
  type PictureOrder,
  writeFrame,
} from './frames.ts'
import { limitedCommand } from './limited-command.ts'

const MAIN = fileURLToPath(new URL('./picture-main.ts', import.meta.url))
const HEAP_MB = 64
const MAX_ANSWER_BYTES = IMAGE_LIMITS.stored + 1_000
const MAX_COMPLAINT = 2_000

type Options = {
  /** The processor time for one order. A busy machine may need much longer. */
  cpuLimitMs: number
  /** The time for one order. */
  timeLimitMs: number
  log: (text: string) => void
}

/**
 * Decodes and encodes pictures in a process of its own, which starts on the first order and again after it ended. It
 * ends with this process, even after SIGKILL, because its standard input is closed then.
 */
export class PictureProcess {
  readonly #options: Options
  #child: ChildProcess | undefined
  #onAnswer: ((answer: Frame<PictureAnswer> | undefined) => void) | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Returns undefined if the process ended or was killed by a limit. Takes one order at a time. */
  async run(order: PictureOrder, content: Buffer): Promise<Frame<PictureAnswer> | undefined> {
    this.#child ??= this.#start()
    const child = this.#child
    const timer = setTimeout(() => {
      this.#options.log('The picture process was killed, because a picture took too long.')
      this.#end(child)
    }, this.#options.timeLimitMs)
    try {
      return await new Promise((resolve) => {
        this.#onAnswer = resolve
        const head: LimitedOrder = { ...order, cpuLimitMs: this.#options.cpuLimitMs }
        if (child.stdin) writeFrame(child.stdin, { head, content })
      })
    } finally {
      clearTimeout(timer)
    }
  }

  close(): void {
    if (this.#child) this.#end(this.#child)
  }

  #start(): ChildProcess {
    const { program, args, env } = limitedCommand([`--max-old-space-size=${HEAP_MB}`, MAIN])
    const child = spawn(program, args, {
      env: { ...env, VIPS_BLOCK_UNTRUSTED: '1', MALLOC_ARENA_MAX: '2' },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-MAX_COMPLAINT)
    })
    const read = frameReader<PictureAnswer>(MAX_ANSWER_BYTES, (frame) => this.#deliver(child, frame))
    child.stdout.on('data', (chunk: Buffer) => {
      try {
        read(chunk)
      } catch {
        this.#end(child)
      }
    })
    // A process that ended. Its 'close' follows.
    child.stdin.on('error', () => {})
    child.once('error', ({ message }) => {
      this.#options.log(`The picture process cannot be started. ${message}`)
      this.#end(child)
    })
    child.once('close', (code, signal) => {
      if (this.#child !== child) return
      this.#options.log(`The picture process ended by itself (${signal ?? code}). ${complaint}`.trim())
      this.#end(child)
    })
    return child
  }

  /** Kills the process. The order that it was running has no answer, and the next one starts another process. */
  #end(child: ChildProcess): void {
    child.kill('SIGKILL')
    if (this.#child !== child) return
    this.#deliver(child, undefined)
    this.#child = undefined
  }

  /** Ignores answers of a killed process, and ends one that answers without an order. */
  #deliver(child: ChildProcess, answer: Frame<PictureAnswer> | undefined): void {
    if (this.#child !== child) return
    const onAnswer = this.#onAnswer
    this.#onAnswer = undefined
    if (onAnswer) onAnswer(answer)
    else if (answer) this.#end(child)
  }
}

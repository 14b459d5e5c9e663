import { type ChildProcess, spawn } from 'node:child_process'
import { execPath, platform } from 'node:process'
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

const MAIN = fileURLToPath(new URL('./picture-main.ts', import.meta.url))
/**
 * Limits the private memory of the process. Node reserves 0.65 GB of it without using it; the largest accepted picture
 * needs less than half of the rest.
 */
const MEMORY_KB = 1_500_000
const HEAP_MB = 64
const MAX_ANSWER_BYTES = IMAGE_LIMITS.stored + 1_000
/** Environment variables that some systems need to start any program. The process gets no others from the server. */
const INHERITED = ['LD_LIBRARY_PATH', 'SystemRoot']
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
    const node = [execPath, `--max-old-space-size=${HEAP_MB}`, MAIN]
    const [program = execPath, ...args] = platform === 'win32' ? node : withMemoryLimit(node)
    const child = spawn(program, args, { env: environment(), stdio: ['pipe', 'pipe', 'pipe'] })
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

/** Wraps a command in a shell that sets the limit, because Node cannot. The shell then becomes the command. */
function withMemoryLimit(command: readonly string[]): string[] {
  return ['/bin/sh', '-c', `ulimit -d ${MEMORY_KB}; exec "$@"`, 'sh', ...command]
}

function environment(): NodeJS.ProcessEnv {
  const inherited = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]))
  return { ...inherited, VIPS_BLOCK_UNTRUSTED: '1', MALLOC_ARENA_MAX: '2' }
}

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { problem } from '#domain/problem.ts'
import type { Focus } from '#domain/seating-plan/stage-side.ts'
import { FairQueue } from '#server/concurrency/fair-queue.ts'
import { frameReader, writeFrame } from '#server/gateways/pictures/frames.ts'
import { limitedCommand } from '#server/gateways/pictures/limited-command.ts'
import type { PlanFileReading } from '../read-plan-file.ts'

const MAIN = fileURLToPath(new URL('./plan-main.ts', import.meta.url))
const TIME_LIMIT_MS = 30_000
/** A stadium of 50,000 places takes a fifth of it. */
const HEAP_MB = 512
const MAX_ANSWER_BYTES = 50_000_000
const MAX_COMPLAINT = 2_000
const QUEUE_LIMITS = { maxWaiting: 10, maxWaitMs: 30_000, retryAfterSeconds: 5 }

/** Options of the reading, as JSON. `prices`: percents by the name of a sector or a category. */
export type PlanOrder = {
  name?: string
  fallbackName?: string
  focus: Focus | undefined
  prices: readonly (readonly [name: string, percent: number])[]
  separatesZones: boolean
}

export type PlanAnswer = ({ outcome: 'read' } & PlanFileReading) | { outcome: 'refused'; sentences: string[] }

type ReaderOptions = { log: (text: string) => void; timeLimitMs?: number; heapMb?: number }

/**
 * Reads untrusted plan files, one at a time, each in a process of its own with limits on time and memory. Throws
 * `plan_file_refused` with the sentences about the file, and `busy` when too many files wait.
 */
export type PlanReader = { read: (lane: string, order: PlanOrder, content: Buffer) => Promise<PlanFileReading> }

export function openPlanReader({ log, timeLimitMs = TIME_LIMIT_MS, heapMb = HEAP_MB }: ReaderOptions): PlanReader {
  const queue = new FairQueue(QUEUE_LIMITS)
  return {
    read: (lane, order, content) =>
      queue.run(lane, async () => {
        const answer = await answerOf(order, content, { log, timeLimitMs, heapMb })
        if (answer?.outcome === 'read') return answer
        const sentences = answer?.sentences ?? ['This file takes too much time or memory to read.']
        throw problem('plan_file_refused', { sentences })
      }),
  }
}

/** Returns undefined if the process ended without an answer or was killed by a limit. */
function answerOf(order: PlanOrder, content: Buffer, { log, timeLimitMs, heapMb }: Required<ReaderOptions>) {
  const { program, args, env } = limitedCommand([`--max-old-space-size=${heapMb}`, MAIN])
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  return new Promise<PlanAnswer | undefined>((resolve) => {
    const end = (answer: PlanAnswer | undefined) => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      resolve(answer)
    }
    const timer = setTimeout(() => {
      log('The plan process was killed, because a file took too long.')
      end(undefined)
    }, timeLimitMs)
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-MAX_COMPLAINT)
    })
    const read = frameReader<unknown>(MAX_ANSWER_BYTES, (frame) =>
      end(JSON.parse(frame.content.toString()) as PlanAnswer),
    )
    child.stdout.on('data', (chunk: Buffer) => {
      try {
        read(chunk)
      } catch {
        end(undefined)
      }
    })
    // A process that ended. Its 'close' follows.
    child.stdin.on('error', () => {})
    child.once('error', ({ message }) => {
      log(`The plan process cannot be started. ${message}`)
      end(undefined)
    })
    child.once('close', (code, signal) => {
      if (signal !== 'SIGKILL') log(`The plan process ended by itself (${signal ?? code}). ${complaint}`.trim())
      end(undefined)
    })
    writeFrame(child.stdin, { head: order, content })
  })
}

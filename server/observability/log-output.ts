import { once } from 'node:events'
import { pino } from 'pino'
import { atMost } from '../concurrency/at-most.ts'

/** Limits the bytes of lines that wait to be written. Further ones are dropped. */
const MAX_WAITING_BYTES = 16_000_000

/**
 * The standard output, as all logs write to it: in the background, so that it delays no request. A line that cannot be
 * written, as on a full disk, waits for the next one. Pino writes what waits when the process ends, and would then try
 * for ever.
 */
export const logOutput = pino.destination({ fd: process.stdout.fd, maxLength: MAX_WAITING_BYTES })

const writeRest = logOutput.flushSync.bind(logOutput)
logOutput.on('write', () => (logOutput.flushSync = writeRest))
logOutput.on('error', () => (logOutput.flushSync = () => {}))

const END_WITHIN_MS = 1_000

/** Waits until all lines are written, or one cannot be, for a second at most. Drops the others, and later ones. */
export async function endLog(): Promise<void> {
  const ended = once(logOutput, 'close').catch(() => {})
  logOutput.end()
  logOutput.write = () => true
  await atMost(END_WITHIN_MS, ended)
  logOutput.removeAllListeners('write')
  logOutput.flushSync = () => {}
}

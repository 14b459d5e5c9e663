import { once } from 'node:events'
import { pino } from 'pino'

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

/** Waits until all lines are written, or one cannot be. Drops later ones. */
export async function endLog(): Promise<void> {
  const ended = once(logOutput, 'close').catch(() => {})
  logOutput.end()
  logOutput.write = () => true
  await ended
}

import type { Settings } from '#server/env.ts'

/**
 * Tells whether each request and each job is logged: by default unless the output is a terminal, which a person reads.
 * Faults are always logged.
 */
export function isLoggingRequests({ LOG_REQUESTS }: Pick<Settings, 'LOG_REQUESTS'>): boolean {
  return LOG_REQUESTS ?? !process.stdout.isTTY
}

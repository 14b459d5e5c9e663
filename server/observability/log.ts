import { hostname } from 'node:os'
import { type Logger, pino } from 'pino'
import type { Settings } from '#server/settings/env.ts'
import { logOutput } from './log-output.ts'

/**
 * Tells whether each request and each job is logged: by default unless the output is a terminal, which a person reads.
 * Faults are always logged.
 */
export function isLoggingRequests({ LOG_REQUESTS }: Pick<Settings, 'LOG_REQUESTS'>): boolean {
  return LOG_REQUESTS ?? !process.stdout.isTTY
}

/** The number of this process among the workers of its machine, from 1 on. The primary process sets it. */
const { FOYER_WORKER: worker } = process.env

/**
 * Returns the options of every logger: its level, and in each line the worker, if there are several. Leaves out the
 * headers of uploads, with the token of their session, which @fastify/multipart logs at the level `trace`.
 */
export const logOptions = ({ LOG_LEVEL }: Pick<Settings, 'LOG_LEVEL'>) => ({
  level: LOG_LEVEL,
  redact: { paths: ['busboyOptions'], remove: true },
  ...(worker ? { base: { pid: process.pid, hostname: hostname(), worker: Number(worker) } } : {}),
})

/** Opens the log of a part of the server. */
export function openLog(settings: Pick<Settings, 'LOG_LEVEL'>, name: string): Logger {
  return pino({ ...logOptions(settings), name }, logOutput)
}

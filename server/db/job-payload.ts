import { activeTraceparent } from '#server/observability/tracing.ts'
import { currentRequestId } from '#server/request-id.ts'

/** The id of the request that causes a job, and its place in a trace. */
export type Cause = { requestId?: string | undefined; traceparent?: string | undefined }

/** Returns what the running code was caused by. */
export function currentCause(): Cause {
  return { requestId: currentRequestId(), traceparent: activeTraceparent() }
}

/** Adds what the running code was caused by to a payload. */
export function withCause<Payload extends object>(payload: Payload): Payload & Cause {
  return { ...payload, ...currentCause() }
}

/** Reads the ids of the requests that caused a job: none for jobs of the clock, several for merged mails. */
export function causesOf(payload: unknown): string[] {
  const parts: unknown[] = Array.isArray(payload) ? payload : [payload]
  return [...new Set(parts.flatMap(requestIdOf))]
}

function requestIdOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null || !('requestId' in part)) return []
  return typeof part.requestId === 'string' ? [part.requestId] : []
}

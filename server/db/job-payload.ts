import { activeTraceparent } from '#server/observability/tracing.ts'
import { currentRequestId } from '#server/request-id.ts'

/** Adds the id of the request that causes the job, and its place in a trace, to a payload. */
export function withCause<Payload extends object>(
  payload: Payload,
): Payload & { requestId?: string | undefined; traceparent?: string | undefined } {
  return { ...payload, requestId: currentRequestId(), traceparent: activeTraceparent() }
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

import {
  type Attributes,
  type Context,
  context,
  isValidSpanId,
  isValidTraceId,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { Settings } from '#server/settings/env.ts'
import { describeFault } from './describe-fault.ts'

const tracer = trace.getTracer('foyer')
let isActive = false

/**
 * Sends traces to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names. Without it, loads nothing, and every function
 * of this file does nothing. `close` sends the last spans.
 */
export async function startTracing(settings: Settings): Promise<{ close: () => Promise<void> }> {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return { close: async () => {} }
  const { openTelemetry } = await import('./open-telemetry.ts')
  const close = openTelemetry()
  isActive = true
  return { close }
}

/** Tells whether a collector gets the traces. */
export function isTracing(): boolean {
  return isActive
}

/** Starts the span of a request. `traceparent` names the span of a trusted proxy. */
export function startRequestSpan(method: string, traceparent: string | undefined): Span {
  return tracer.startSpan(method, { kind: SpanKind.SERVER }, contextOf(traceparent))
}

/** Starts the span of a job, in the trace of the request that caused it. */
export function startJobSpan(task: string, payload: unknown): Span {
  const [cause]: unknown[] = Array.isArray(payload) ? payload : [payload]
  const isTraced = typeof cause === 'object' && cause !== null && 'traceparent' in cause
  const parent = contextOf(isTraced ? String(cause.traceparent) : undefined)
  return tracer.startSpan(`job ${task}`, { kind: SpanKind.CONSUMER }, parent)
}

/** Records a finished step of the active span, if there is one. The duration is in milliseconds. */
export function recordStep(name: string, ms: number, attributes: Attributes, error?: unknown): void {
  if (!trace.getSpan(context.active())) return
  const end = Date.now()
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: end - ms, attributes })
  if (error !== undefined) fail(span, error)
  span.end(end)
}

/** Runs the work with the span as the active one. */
export function inSpan<Result>(span: Span, work: () => Result): Result {
  return context.with(trace.setSpan(context.active(), span), work)
}

/** Ends a span, as failed if there was an error. */
export function endSpan(span: Span, attributes: Attributes, error?: unknown): void {
  span.setAttributes(attributes)
  if (error !== undefined && span.isRecording()) fail(span, error)
  span.end()
}

/** Names the active span for work that continues elsewhere (W3C Trace Context). Undefined without tracing. */
export function activeTraceparent(): string | undefined {
  const span = trace.getSpan(context.active())?.spanContext()
  return span && `00-${span.traceId}-${span.spanId}-0${span.traceFlags}`
}

function fail(span: Span, error: unknown): void {
  const { message, type } = describeFault(error)
  span.setStatus({ code: SpanStatusCode.ERROR, message })
  span.setAttribute('error.type', type)
}

function contextOf(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = '0'] =
    /^00-([\da-f]{32})-([\da-f]{16})-0([01])$/.exec(traceparent ?? '') ?? []
  if (!isValidTraceId(traceId) || !isValidSpanId(spanId)) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number(flags), isRemote: true })
}

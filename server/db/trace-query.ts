import type { LogEvent } from 'kysely'
import { recordStep } from '#server/observability/tracing.ts'

/** Records a statement as a step of the trace: its text, which has parameters instead of values, and its duration. */
export function traceQuery(event: LogEvent): void {
  const { sql } = event.query
  const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'query'
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql }
  recordStep(operation, event.queryDurationMillis, attributes, event.level === 'error' ? event.error : undefined)
}

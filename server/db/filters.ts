import { type RawBuilder, sql } from 'kysely'

type Condition = RawBuilder<boolean>

/** Joins the defined conditions by `and`. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(given, sql` and `)})`
}

/** Joins the defined conditions by `or`. Undefined if there are none. */
export function anyOf(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? undefined : sql<boolean>`(${sql.join(given, sql` or `)})`
}

/** Requires that the column contains the text, ignoring case and accents. Undefined for an empty text. */
export function contains(column: string, text: string | undefined): Condition | undefined {
  return containedIn(sql`${sql.ref(column)}`, text)
}

/** Requires that an expression contains the text, ignoring case and accents. Undefined for an empty text. */
export function containedIn(expression: RawBuilder<unknown>, text: string | undefined): Condition | undefined {
  const wanted = text?.trim()
  if (!wanted) return undefined
  // Escapes after folding, because folding turns some characters into wildcards, such as the full-width percent sign.
  const pattern = sql`'%' || regexp_replace(folded(${wanted}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
  return sql<boolean>`folded(${expression}) like ${pattern}`
}

/** Requires that the column equals the value. Undefined without a value. */
export function equals(column: string, value: number | string | undefined): Condition | undefined {
  return value === undefined ? undefined : sql<boolean>`${sql.ref(column)} = ${value}`
}

/** Requires at least this value. */
export function atLeast(column: string, value: number | undefined): Condition | undefined {
  return value === undefined ? undefined : sql<boolean>`${sql.ref(column)} >= ${value}`
}

/** Requires at most this value. */
export function atMost(column: string, value: number | undefined): Condition | undefined {
  return value === undefined ? undefined : sql<boolean>`${sql.ref(column)} <= ${value}`
}

/** Requires a moment after this one. */
export function after(column: string, moment: Date | undefined): Condition | undefined {
  return moment && sql<boolean>`${sql.ref(column)} > ${moment}`
}

/** Requires a moment before this one. */
export function before(column: string, moment: Date | undefined): Condition | undefined {
  return moment && sql<boolean>`${sql.ref(column)} < ${moment}`
}

/**
 * Requires that the column references a row of the table that meets the condition. `offset 0` has these rows read
 * first, once: the planner takes texts that match for rare, and would look up one row for each of many.
 */
export function among(column: string, table: string, condition: Condition | undefined): Condition | undefined {
  return (
    condition && sql<boolean>`${sql.ref(column)} in (select id from ${sql.table(table)} where ${condition} offset 0)`
  )
}

const DURATION_TOLERANCE_SECONDS = 30 * 60

/** Requires a duration of `seconds`, 30 minutes more or less (specification, section 2.9). */
export function lastsAbout(table: 'events' | 'event_shows', seconds: number | undefined): Condition | undefined {
  if (seconds === undefined) return undefined
  const duration = sql`extract(epoch from ${sql.ref(`${table}.ends_at`)} - ${sql.ref(`${table}.starts_at`)})`
  return sql<boolean>`abs(${duration} - ${seconds}) <= ${DURATION_TOLERANCE_SECONDS}`
}

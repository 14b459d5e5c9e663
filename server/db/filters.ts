import { type RawBuilder, sql } from 'kysely'

type Condition = RawBuilder<boolean>

/** All of the conditions that are there. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(given, sql` and `)})`
}

/** At least one of the conditions that are there; no condition when none is. */
export function anyOf(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? undefined : sql<boolean>`(${sql.join(given, sql` or `)})`
}

/** The column contains the text, whatever the case and the accents. An empty text asks nothing. */
export function contains(column: string, text: string | undefined): Condition | undefined {
  return containedIn(sql`${sql.ref(column)}`, text)
}

/** The value of an expression contains the text, whatever the case and the accents. */
export function containedIn(expression: RawBuilder<unknown>, text: string | undefined): Condition | undefined {
  const wanted = text?.trim()
  if (!wanted) return undefined
  // Escaped after folding: folding makes plain wildcards of some letters, such as the full-width percent sign.
  const pattern = sql`'%' || regexp_replace(folded(${wanted}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
  return sql<boolean>`folded(${expression}) like ${pattern}`
}

/** The column equals the value. No value asks nothing. */
export function equals(column: string, value: number | string | undefined): Condition | undefined {
  return value === undefined ? undefined : sql<boolean>`${sql.ref(column)} = ${value}`
}

/** The column has at least this value. */
export function atLeast(column: string, value: number | undefined): Condition | undefined {
  return value === undefined ? undefined : sql<boolean>`${sql.ref(column)} >= ${value}`
}

/** The column has at most this value. */
export function atMost(column: string, value: number | undefined): Condition | undefined {
  return value === undefined ? undefined : sql<boolean>`${sql.ref(column)} <= ${value}`
}

/** The moment in the column lies after this one. */
export function after(column: string, moment: Date | undefined): Condition | undefined {
  return moment && sql<boolean>`${sql.ref(column)} > ${moment}`
}

/** The moment in the column lies before this one. */
export function before(column: string, moment: Date | undefined): Condition | undefined {
  return moment && sql<boolean>`${sql.ref(column)} < ${moment}`
}

/** The column names a row of the table that meets the condition. */
export function among(column: string, table: string, condition: Condition | undefined): Condition | undefined {
  return condition && sql<boolean>`${sql.ref(column)} in (select id from ${sql.table(table)} where ${condition})`
}

const DURATION_TOLERANCE_SECONDS = 30 * 60

/** From `starts_at` to `ends_at` of the table it takes so many seconds, 30 minutes more or less (specification, section 2.9). */
export function lastsAbout(table: 'events' | 'event_shows', seconds: number | undefined): Condition | undefined {
  if (seconds === undefined) return undefined
  const lasted = sql`extract(epoch from ${sql.ref(`${table}.ends_at`)} - ${sql.ref(`${table}.starts_at`)})`
  return sql<boolean>`abs(${lasted} - ${seconds}) <= ${DURATION_TOLERANCE_SECONDS}`
}

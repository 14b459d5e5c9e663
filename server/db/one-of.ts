import { type RawBuilder, sql } from 'kysely'

/**
 * The right side of `column = any(values)`. Unlike `in`, the text of the statement does not depend on the number of
 * values, so that it is prepared once.
 */
export function oneOf<Value>(values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`any(${values})`
}

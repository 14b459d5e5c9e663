import { problem } from '#domain/problem.ts'

/** Returns the row that a read finds, for a route. Throws `not_found` when there is none. */
export async function orNotFound<Row>(what: string, reading: Promise<Row | undefined>): Promise<Row> {
  const row = await reading
  if (row === undefined) throw problem('not_found', { what })
  return row
}

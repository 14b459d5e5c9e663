import { type Compilable, type SelectQueryBuilder, sql } from 'kysely'
import type { Paged, Paging } from '#contract/fields.ts'
import type { Remember } from '#server/concurrency/async-cache.ts'
import { plannedEachTime } from './prepared-client.ts'

/**
 * Reads one page of a query's rows and their total count, which may be remembered. The query's order must be
 * unambiguous.
 */
export async function pageOf<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  { pageIndex, pageSize }: Paging,
  remember: Remember = (_key, load) => load(),
): Promise<Paged<Row>> {
  const offset = pageIndex * pageSize
  const elements = (await query.limit(pageSize).offset(offset).modifyEnd(plannedEachTime).execute()) as Row[]
  const isLastPage = elements.length < pageSize && (elements.length > 0 || offset === 0)
  if (isLastPage) return { total: offset + elements.length, elements }
  return { total: await countOf(query, remember), elements }
}

/** Counts the rows of a query, unless their number is remembered. */
export async function countOf<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  remember: Remember,
): Promise<number> {
  const counting = query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('total'))
    .modifyEnd(plannedEachTime)
    .$castTo<{ total: number }>()
  const { total } = await remember(nameOf(counting), () => counting.executeTakeFirstOrThrow())
  return total
}

type ById<Id, Row> = { remember: Remember; select: (ids: readonly Id[]) => Promise<Row[]> }

/**
 * Reads one page of records, whose order by a query of their ids may be remembered, because it costs more than a page.
 * Leaves out those that are deleted meanwhile.
 */
export async function pageInOrder<Tables, From extends keyof Tables, Id, Row extends { id: Id }>(
  order: SelectQueryBuilder<Tables, From, { id: Id }>,
  { pageIndex, pageSize }: Paging,
  { remember, select }: ById<Id, Row>,
): Promise<Paged<Row>> {
  const all = order.modifyEnd(plannedEachTime)
  const ids = await remember(nameOf(all), async () => ((await all.execute()) as { id: Id }[]).map(({ id }) => id))
  const page = ids.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize)
  const rows = page.length === 0 ? [] : await select(page)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { total: ids.length, elements: page.flatMap((id) => byId.get(id) ?? []) }
}

/** Names a query with its parameters, to remember what it reads. */
function nameOf(query: Compilable): string {
  const { sql: text, parameters } = query.compile()
  return `${text} ${JSON.stringify(parameters)}`
}

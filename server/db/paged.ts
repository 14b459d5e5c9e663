import { type SelectQueryBuilder, sql } from 'kysely'
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
  const { sql: text, parameters } = counting.compile()
  const { total } = await remember(`${text} ${JSON.stringify(parameters)}`, () => counting.executeTakeFirstOrThrow())
  return total
}

/** Reads one page of records whose ids are known in their order. Leaves out those that are deleted meanwhile. */
export async function pageOfIds<Id, Row extends { id: Id }>(
  ids: readonly Id[],
  { pageIndex, pageSize }: Paging,
  select: (page: readonly Id[]) => Promise<Row[]>,
): Promise<Paged<Row>> {
  const page = ids.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize)
  const rows = page.length === 0 ? [] : await select(page)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { total: ids.length, elements: page.flatMap((id) => byId.get(id) ?? []) }
}

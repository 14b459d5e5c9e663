import { type SelectQueryBuilder, sql } from 'kysely'
import type { Paged, Paging } from '#contract/fields.ts'
import { plannedEachTime } from './prepared-client.ts'

/** Reads one page of a query's rows and their total count. The query's order must be unambiguous. */
export async function pageOf<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  { pageIndex, pageSize }: Paging,
): Promise<Paged<Row>> {
  const offset = pageIndex * pageSize
  const elements = (await query.limit(pageSize).offset(offset).modifyEnd(plannedEachTime).execute()) as Row[]
  const isLastPage = elements.length < pageSize && (elements.length > 0 || offset === 0)
  if (isLastPage) return { total: offset + elements.length, elements }
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('total'))
    .modifyEnd(plannedEachTime)
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return { total, elements }
}

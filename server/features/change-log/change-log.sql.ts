import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { listChanges } from '#contract/change-log.ts'
import type { Paged, Paging } from '#contract/fields.ts'
import type { EntryAction, EntryKind, FieldChange, LogBook } from '#domain/change-log.ts'
import type { ShowId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { allOf, anyOf, contains, equals } from '#server/db/filters.ts'
import { plannedEachTime } from '#server/db/prepared-client.ts'
import { startOfDay } from '#server/db/shop-days.sql.ts'

type Search = Omit<z.output<typeof listChanges.query>, keyof Paging>

/** An entry of the log, from the book that owns it. */
type Entry = {
  id: number
  at: Date
  by: { id: UserId; email: string } | null
  action: EntryAction
  kind: EntryKind
  recordId: number
  recordName: string
  showId: ShowId | null
  changes: FieldChange[]
  reason: string | null
}

const person = sql`case when actor.id is not null then json_build_object('id', actor.id, 'email', actor.email) end`

/** Names a single field with its new value as a list of changes. */
const change = (field: string, value: RawBuilder<unknown>) =>
  sql`jsonb_build_array(jsonb_build_object('field', ${field}::text, 'from', null, 'to', ${value}))`

/**
 * Selects the entries of each book, in the same columns. Each fact stays in its book alone: stock that sales took is on
 * the lines of invoices, stock that people changed among the changes. An id is that of the row times the number of
 * books, plus the number of the book.
 */
const books: Record<Exclude<LogBook, 'ALL'>, RawBuilder<unknown>> = {
  CHANGES: sql`
    select change_log.id as entry_id, 0 as book, logged_at as at, ${person} as by, action, kind, record_id as "recordId",
      coalesce(subject.email, record_name) as "recordName",
      coalesce(holds.event_show_id, tickets.event_show_id) as "showId", changes, change_log.reason, actor.email as email
    from change_log
    left join holds on holds.id = record_id and kind = 'HOLD'
    left join tickets on tickets.id = record_id and kind = 'TICKET'
    left join users as actor on actor.id = actor_id
    left join users as subject on subject.id = record_id and kind = 'USER'`,
  INVOICES: sql`
    select invoices.id as entry_id, 1 as book, issued_at as at, ${person} as by,
      case invoice_type when 'NORMAL' then 'ISSUED' else 'REFUNDED' end as action, 'INVOICE' as kind,
      invoices.id as "recordId", invoice_number as "recordName", null::int as "showId", ${change('total', sql`total`)} as changes,
      null as reason, actor.email as email
    from invoices join users as actor on actor.id = user_id`,
  POINTS: sql`
    select points_entries.id as entry_id, 2 as book, points_entries.created_at as at, ${person} as by,
      case when reason = 'REDEEMED' then 'SPENT' when reason in ('WITHHELD', 'RETURNED') then reason
        when points < 0 then 'WITHDRAWN' else 'EARNED' end as action,
      'POINTS' as kind, actor.id as "recordId", actor.email as "recordName", null::int as "showId",
      ${change('points', sql`points`)} as changes,
      null as reason, actor.email as email
    from points_entries join users as actor on actor.id = user_id`,
  STOCK: sql`
    select items.id as entry_id, 3 as book, issued_at as at, ${person} as by, 'SOLD' as action, 'PRODUCT' as kind,
      merchandise_product_id as "recordId", items.name as "recordName", null::int as "showId",
      ${change('stock', sql`-quantity`)} as changes, null as reason, actor.email as email
    from invoice_items as items
    join invoices on invoices.id = invoice_id
    join users as actor on actor.id = user_id
    where merchandise_product_id is not null and invoice_type = 'NORMAL'`,
}

/** Finds the entries of a book that match all given filters. */
function findIn(book: keyof typeof books, search: Search, timeZone: string): RawBuilder<unknown> {
  const { text, kind, recordId, action, firstDay, lastDay } = search
  const isFrom = firstDay && sql<boolean>`at >= ${startOfDay(firstDay, timeZone)}`
  const isUntil = lastDay && sql<boolean>`at < ${startOfDay(lastDay, timeZone, 1)}`
  const matches = allOf([
    anyOf([contains('recordName', text), contains('email', text)]),
    equals('kind', kind),
    equals('recordId', recordId),
    equals('action', action),
    isFrom || undefined,
    isUntil || undefined,
  ])
  return sql`select entry_id::bigint * 4 + book as id, at, by, action, kind, "recordId", "recordName", "showId", changes, reason
    from (${books[book]}) as entry where ${matches}`
}

const booksOf = ({ book = 'CHANGES' }: Search) =>
  book === 'ALL' ? (['CHANGES', 'INVOICES', 'POINTS', 'STOCK'] as const) : ([book] as const)

/** Finds the entries that match all given filters, newest first. */
export function findEntries(_db: Db | Tx, search: Search, timeZone: string) {
  const found = booksOf(search).map((book) => findIn(book, search, timeZone))
  return sql<Entry>`select * from (${sql.join(found, sql` union all `)}) as entries order by at desc, id desc`
}

/** Limits the entries that can be reached by pages, because a shop has millions. A period reaches older ones. */
const MOST_ENTRIES = 10_000

/** Lists the entries that match all given filters, newest first. */
export async function selectEntries(db: Db, search: Search & Paging, timeZone: string): Promise<Paged<Entry>> {
  const { pageIndex, pageSize } = search
  const end = Math.min(MOST_ENTRIES, (pageIndex + 1) * pageSize)
  // The books only grow, so their newest rows have the highest ids, and no book is read further than the page.
  const newest = booksOf(search).map(
    (book) => sql`(${findIn(book, search, timeZone)} order by entry_id desc limit ${end}::int)`,
  )
  const { rows } = await sql<Entry>`
    select * from (${sql.join(newest, sql` union all `)}) as entries
    order by at desc, id desc limit ${end - pageIndex * pageSize > 0 ? pageSize : 0}::int
    offset ${pageIndex * pageSize}::int ${plannedEachTime}`.execute(db)
  const counted = booksOf(search).map(
    (book) => sql`(select count(*) from (${findIn(book, search, timeZone)} limit ${MOST_ENTRIES}) as counted)`,
  )
  const { rows: counts } = await sql<{ total: number }>`
    select least(${MOST_ENTRIES}::int, ${sql.join(counted, sql` + `)}) as total ${plannedEachTime}`.execute(db)
  return { total: counts[0]?.total ?? 0, elements: rows }
}

import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { listChanges } from '#contract/change-log.ts'
import type { FieldChange } from '#domain/change-log.ts'
import type { UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { allOf, anyOf, contains, equals } from '#server/db/filters.ts'
import { pageOf } from '#server/db/paged.ts'

type Search = z.output<typeof listChanges.query>

/** Lists logged actions that match all given filters, newest first. */
export function selectChanges(db: Db, { text, kind, recordId, action, ...page }: Search) {
  const found = db
    .selectFrom('change_log')
    .leftJoin('users as actor', 'actor.id', 'change_log.actor_id')
    .leftJoin('users as subject', (join) =>
      join.onRef('subject.id', '=', 'change_log.record_id').on('change_log.kind', '=', 'USER'),
    )
    .select([
      'change_log.id',
      'change_log.logged_at as at',
      sql<{ id: UserId; email: string } | null>`
        case when actor.id is not null then json_build_object('id', actor.id, 'email', actor.email) end`.as('by'),
      'change_log.action',
      'change_log.kind',
      'change_log.record_id as recordId',
      sql<string>`coalesce(subject.email, change_log.record_name)`.as('recordName'),
      sql<FieldChange[]>`change_log.changes`.as('changes'),
      'change_log.reason',
    ])
    .where(
      allOf([
        anyOf([
          contains('change_log.record_name', text),
          contains('actor.email', text),
          contains('subject.email', text),
        ]),
        equals('change_log.kind', kind),
        equals('change_log.record_id', recordId),
        equals('change_log.action', action),
      ]),
    )
    .orderBy('change_log.id', 'desc')
  return pageOf(found, page)
}

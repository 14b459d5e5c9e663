import { sql } from 'kysely'
import { now } from '#server/db/now.ts'

const isReserved = sql`state = 'RESERVED' and reserved_until > ${now}`

/** Counts tickets by the way in which they take a place: the only statement that tells these ways apart. */
export const takenCounts = sql`
  count(*) filter (where state = 'BOUGHT') as sold,
  count(*) filter (where ${isReserved} and user_id is not null) as reserved,
  count(*) filter (where ${isReserved} and user_id is null) as held`

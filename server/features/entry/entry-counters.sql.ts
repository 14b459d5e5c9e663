import { sql } from 'kysely'
import type { EntryCounters } from '#contract/entry.ts'
import type { GateId, ShowId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'

/** Counts the bought tickets of a show, and the people admitted, inside and admitted as doubles, per gate as well. */
export async function selectEntryCounters(db: Db, showId: ShowId): Promise<EntryCounters> {
  const { rows } = await sql<{
    expected: number
    gates: { gateId: GateId | null; admitted: number; inside: number; doubles: number }[]
  }>`
    select
      (select count(*)::int from tickets where event_show_id = ${showId} and state = 'BOUGHT') as expected,
      coalesce((
        select json_agg(gate) from (
          select admissions.gate_id as "gateId", count(*) as admitted,
            count(*) filter (where left_at is null) as inside, count(*) filter (where is_double) as doubles
          from tickets join admissions on admissions.ticket_id = tickets.id
          where tickets.event_show_id = ${showId}
          group by admissions.gate_id order by admissions.gate_id
        ) gate), '[]') as gates`.execute(db)
  const { expected, gates } = rows[0] ?? { expected: 0, gates: [] }
  const sum = (of: 'admitted' | 'inside' | 'doubles') => gates.reduce((total, gate) => total + gate[of], 0)
  return {
    ...{ expected, admitted: sum('admitted'), inside: sum('inside'), doubles: sum('doubles') },
    gates: gates.map(({ gateId, admitted, inside }) => ({ gateId, admitted, inside })),
  }
}

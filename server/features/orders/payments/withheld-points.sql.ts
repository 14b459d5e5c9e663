import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'

/** Points that refunds should withdraw from a customer, and that the balance does not have. */
export type MissingPoints = { userId: UserId; points: number }

/**
 * Withdraws points that open orders of locked customers withhold: they do not return when the orders are given up. One
 * that is paid spends them, as if it had been paid before the refund.
 */
export async function keepWithheldPoints(tx: Tx, missing: readonly MissingPoints[]): Promise<void> {
  const some = missing.filter(({ points }) => points > 0)
  if (some.length === 0) return
  await sql`
    with missing as (
      select "userId" as user_id, sum(points) as points
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as missing ("userId" int, points int)
      group by "userId"
    ), withheld as (
      select id, user_id, points - points_kept as points,
        sum(points - points_kept) over (partition by user_id order by id) as upto
      from pending_orders where state = 'OPEN' and user_id in (select user_id from missing)
    ), kept as (
      select id, least(withheld.points, missing.points - (upto - withheld.points)) as points
      from withheld join missing using (user_id)
    )
    update pending_orders set points_kept = points_kept + kept.points
    from kept where kept.id = pending_orders.id and kept.points > 0`.execute(tx)
}

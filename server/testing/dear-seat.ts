import { sql } from 'kysely'
import type { TestShop } from './shop.ts'
import type { Show } from './test-data.ts'

/** Makes the last seat of a show cost twice as much. */
export async function makeLastSeatDear(
  { db, owner }: Pick<TestShop, 'db' | 'owner'>,
  { seatIds, seatingPlanId }: Show,
): Promise<void> {
  const { id } = await db
    .insertInto('sectors')
    .values({ seating_plan_id: seatingPlanId, name: 'Box', x: 0, y: 0, width: 1, height: 1, price_percent: 200 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update places set sector_id = ${id} where id = ${seatIds.at(-1)}`.execute(owner)
}

import { seatingPlanFile } from '#server/features/seating/plan-files/seating-plan-file.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { importSeatingPlan } from '#server/features/seating/import-seating-plan.ts'
import { givenShow } from './test-data.ts'

/**
 * Ten rows of twenty seats with a middle aisle, and a standing area for 30 behind them at half the price. In a hall for
 * wheelchairs, row K has two wheelchair places with a companion seat, and the best seats have a restricted view.
 */
const hall = seatingPlanFile.parse({
  name: 'Hall',
  width: 16,
  height: 20,
  focus: [8, 1],
  sectors: [
    {
      name: 'Stalls',
      pricePercent: 100,
      rows: [
        {
          ...{ names: 'A-H, J-K', seats: 20, aisles: [0.5] },
          first: { from: [1, 4], to: [15, 4] },
          last: { from: [1, 13], to: [15, 13] },
        },
      ],
    },
    { name: 'Floor', pricePercent: 50, standing: [{ capacity: 30, from: [1, 16], to: [15, 19] }] },
  ],
})

const kinds = { WHEELCHAIR: ['K 1-2'], COMPANION: ['K 3'], RESTRICTED_VIEW: ['A 9-12', 'B 9-12', 'C 9-12', 'D 9-12'] }

const hallForWheelchairs = seatingPlanFile.parse({
  ...hall,
  name: 'Hall for wheelchairs',
  sectors: hall.sectors.map(({ rows, ...sector }) => ({ ...sector, rows: rows?.map((row) => ({ ...row, kinds })) })),
})

/** Creates a show at 40 euro in a hall with 200 seats in rows A to K, without I, and 30 standing places. */
export async function givenShowInHall(db: Db, { startsIn = '2 days', isForWheelchairs = false } = {}) {
  const { showId } = await givenShow(db, { startsIn, price: 4_000 })
  const seatingPlanId = await inTransaction(db, (tx) =>
    importSeatingPlan(tx, isForWheelchairs ? hallForWheelchairs : hall),
  )
  await db.updateTable('event_shows').set({ seating_plan_id: seatingPlanId }).where('id', '=', showId).execute()
  const seats = await db
    .selectFrom('places')
    .innerJoin('sectors', 'sectors.id', 'places.sector_id')
    .select('places.id')
    .where('sectors.seating_plan_id', '=', seatingPlanId)
    .where('places.place_type', '=', 'SITTING')
    .orderBy('places.id')
    .execute()
  return { showId, seatingPlanId, seatIds: seats.map(({ id }) => id) }
}

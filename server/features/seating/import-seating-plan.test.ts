import { afterAll, beforeAll, expect, test } from 'vitest'
import { seatingPlanFile } from '#server/features/seating/plan-files/seating-plan-file.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { importSeatingPlan } from './import-seating-plan.ts'
import { listSeatingPlans } from './list-seating-plans.ts'
import { listStandingPlaces } from './list-standing-places.ts'
import { readSeatingPlan } from './read-seating-plan.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const studio = seatingPlanFile.parse({
  name: 'Studio',
  width: 20,
  height: 10,
  focus: [10, 1],
  sectors: [
    {
      name: 'Stalls',
      pricePercent: 110,
      rows: [
        {
          names: 'A-H, J',
          first: { from: [5, 3], to: [15, 3], bow: 1 },
          last: { from: [4, 8], to: [16, 8], bow: 1.2 },
          seats: 10,
          aisles: [0.5],
          numbers: 'odd and even from the middle',
        },
      ],
    },
    { name: 'Bar', pricePercent: 60, standing: [{ capacity: 25, from: [17, 2], to: [19.5, 9] }] },
    {
      name: 'Box seats',
      pricePercent: 150,
      isAvailable: false,
      boxes: [{ names: 'Box 1-2', front: { from: [1, 3], to: [1, 7] }, seats: [2, 1] }],
    },
  ],
})

test('imports a plan file with its places in the order of the drawing', async () => {
  const { db } = database
  const id = await inTransaction(db, (tx) => importSeatingPlan(tx, studio))
  const plan = await readSeatingPlan(db, id)

  expect(plan).toMatchObject({ name: 'Studio', aspect: 2, focalPoint: { x: 50, y: 10 } })
  expect(plan.sectors.map(({ name, isAvailable, pricePercent }) => [name, isAvailable, pricePercent])).toEqual([
    ['Stalls', true, 110],
    ['Bar', true, 60],
    ['Box seats', false, 150],
  ])
  const [stalls, bar, boxes] = plan.sectors
  expect(stalls?.places).toHaveLength(90)
  expect(stalls?.outline?.length).toBeGreaterThan(8)
  expect(stalls?.places.slice(0, 6).map(({ rowName, seatNumber }) => `${rowName}${seatNumber}`)).toEqual([
    'A9',
    'A7',
    'A5',
    'A3',
    'A1',
    'A2',
  ])
  expect(stalls?.places.at(-1)).toMatchObject({ rowName: 'J', seatNumber: 10, placeType: 'SITTING' })
  expect(boxes?.places.map(({ rowName, seatNumber }) => `${rowName}/${seatNumber}`)).toEqual([
    'Box 1/1',
    'Box 1/2',
    'Box 1/3',
    'Box 2/1',
    'Box 2/2',
    'Box 2/3',
  ])
  expect(await listStandingPlaces(db, id)).toEqual([{ id: bar?.places[0]?.id, capacity: 25 }])
})

test('writes nothing for an inconsistent drawing', async () => {
  const { db } = database
  const [stalls] = studio.sectors
  const broken = { ...studio, name: 'Broken', sectors: stalls ? [stalls, { ...stalls, rows: [] }] : [] }
  await expect(inTransaction(db, async (tx) => importSeatingPlan(tx, broken))).rejects.toThrow('holds no places')
  expect((await listSeatingPlans(db, { name: 'Broken', pageIndex: 0, pageSize: 10 })).total).toBe(0)
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { placeText } from '#domain/tickets/places.ts'
import { readDemoFiles } from '#server/demo/read-demo-files.ts'
import { openTestShop } from '#server/testing/shop.ts'
import { PLACE_NAME } from './admin-orders.sql.ts'

/** Names of rows at the borders of the rule for them. */
const ROW_NAMES = ['', 'A', 'ab', 'ABC', '7', '123', '1a', 'Box 3', 'Ä', 'a\nb', ' A', 'A ']

test('names every place of the demo plans, and rows of any name, in SQL as the domain does', async () => {
  const { plans } = await readDemoFiles()
  const ofPlans = [...plans.values()].flatMap(({ sectors }) =>
    sectors.flatMap(({ name, places }) =>
      places.map(({ rowName, seatNumber }) => ({ sectorName: name, rowName, seatNumber })),
    ),
  )
  const ofRows = ROW_NAMES.map((rowName) => ({ sectorName: 'Stalls', rowName, seatNumber: 7 }))
  const names = [...new Map([...ofPlans, ...ofRows].map((place) => [placeText(place), place])).values()]
  expect(names.length).toBeGreaterThan(10_000)

  const shop = await openTestShop()
  const { rows } = await sql<{ text: string }>`
    with given as (select * from json_to_recordset(${JSON.stringify(names)}::json)
      as place ("sectorName" text, "rowName" text, "seatNumber" int))
    select ${PLACE_NAME} as text from given
    cross join lateral (select given."sectorName" as name) as sectors
    cross join lateral (select given."rowName" as row_name, given."seatNumber" as seat_number) as places`.execute(
    shop.db,
  )
  await shop.close()
  expect(rows.map(({ text }) => text)).toEqual(names.map((place) => placeText(place)))
})

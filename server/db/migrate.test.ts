import { expect, test } from 'vitest'
import { freshDatabase } from '#server/testing/database.ts'
import { race } from '#server/testing/race.ts'
import { migrate } from './migrate.ts'

test('lets one of several starting servers migrate while the others wait', async () => {
  const { url, drop } = await freshDatabase()
  expect(await race(6, () => migrate(url))).toEqual(Array.from({ length: 6 }, () => []))
  await drop()
})

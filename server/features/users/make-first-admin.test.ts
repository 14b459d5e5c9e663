import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#server/testing/database.ts'
import { makeFirstAdmin } from './make-first-admin.ts'

const settings = { ADMIN_EMAIL: 'admin@shop.example', ADMIN_PASSWORD: undefined }

let database: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('tells the password of the first administrator only if it is a new one', async () => {
  const { db } = database
  const given = { ...settings, ADMIN_PASSWORD: 'Zebra-lantern-41-quokka' }
  expect(await makeFirstAdmin(db, given)).toEqual({ email: settings.ADMIN_EMAIL, newPassword: undefined })
  expect(await makeFirstAdmin(db, settings)).toBeUndefined()
  await db.updateTable('users').set({ is_admin: false }).execute()
  expect(await makeFirstAdmin(db, { ...settings, ADMIN_EMAIL: 'next@shop.example' })).toEqual({
    email: 'next@shop.example',
    newPassword: expect.stringMatching(/^[\w-]{22}$/),
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenArtist, givenShow, givenUser } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('finds artists by each name and orders them by the displayed one', async () => {
  const zoe = await givenArtist(shop.db, { firstName: 'Zoë', lastName: 'Adler', stageName: '' })
  const mia = await givenArtist(shop.db, { firstName: 'Mia', lastName: 'Zander', stageName: 'Årstid' })
  const idsOf = async (query: string) =>
    (await shop.ask('GET', `/artists?${query}`)).json().elements.map((artist: { id: number }) => artist.id)
  expect(await idsOf('')).toEqual([mia, zoe])
  expect(await idsOf('firstName=zoe')).toEqual([zoe])
  expect(await idsOf('lastName=ZAND')).toEqual([mia])
  expect(await idsOf('stageName=arst')).toEqual([mia])
  expect(await idsOf('stageName=arst&firstName=zoe')).toEqual([])
  expect(await idsOf('stageName=&firstName=%20')).toEqual([mia, zoe])
  expect((await shop.ask('GET', `/artists/${zoe}`)).json()).toEqual({
    id: zoe,
    firstName: 'Zoë',
    lastName: 'Adler',
    stageName: '',
    imageName: null,
    description: null,
  })
  expect((await shop.ask('GET', '/artists/999999')).body).toBe('There is no such artist.')
})

const MIA = { firstName: 'Mia', lastName: 'Zander', stageName: '', description: 'Sings.' }

test('creates, edits and deletes artists, and logs each with the changed fields', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const made = await shop.ask('POST', '/admin/artists', { as: admin, body: MIA })
  expect(made.statusCode).toBe(201)
  const { id, version } = made.json()
  const edit = { ...MIA, stageName: 'Mia Z.', version }
  const edited = await shop.ask('PUT', `/admin/artists/${id}`, { as: admin, body: edit })
  expect(edited.json()).toMatchObject({ ...MIA, stageName: 'Mia Z.', version: 2, shows: 0, imageId: null })
  expect((await shop.ask('GET', `/artists/${id}`)).json()).toMatchObject({ stageName: 'Mia Z.' })
  expect((await shop.ask('DELETE', `/admin/artists/${id}`, { as: admin })).statusCode).toBe(204)
  expect((await shop.ask('DELETE', `/admin/artists/${id}`, { as: admin })).statusCode).toBe(204)

  const entries = await shop.db
    .selectFrom('change_log')
    .select(['actor_id as by', 'action', 'record_name as name', 'changes'])
    .where('kind', '=', 'ARTIST')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { by: admin, action: 'CREATED', name: 'Mia Zander', changes: [] },
    { by: admin, action: 'EDITED', name: 'Mia Z.', changes: [{ field: 'stageName', from: '', to: 'Mia Z.' }] },
    { by: admin, action: 'DELETED', name: 'Mia Z.', changes: [] },
  ])
})

test('refuses an edit based on an older version, and tells what the other one changed', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const id = (await shop.ask('POST', '/admin/artists', { as: admin, body: MIA })).json().id
  const path = `/admin/artists/${id}`
  await shop.ask('PUT', path, { as: admin, body: { ...MIA, lastName: 'Zeller', version: 1 } })
  await shop.ask('PUT', path, { as: admin, body: { ...MIA, lastName: 'Zorn', version: 2 } })
  const headers = { accept: 'application/problem+json' }
  const late = await shop.ask('PUT', path, { as: admin, body: { ...MIA, firstName: 'Maria', version: 1 }, headers })
  expect(late.statusCode).toBe(409)
  expect(late.json()).toMatchObject({
    code: 'changed_meanwhile',
    fields: [{ field: 'lastName', message: 'Changed meanwhile to: Zorn' }],
  })
  expect((await shop.ask('GET', path, { as: admin })).json()).toMatchObject({ firstName: 'Mia', lastName: 'Zorn' })

  const [one, other] = await Promise.all(
    ['Anna', 'Berta'].map((firstName) => shop.ask('PUT', path, { as: admin, body: { ...MIA, firstName, version: 3 } })),
  )
  expect([one?.statusCode, other?.statusCode].toSorted()).toEqual([200, 409])
})

test('refuses artists without a name, and tells an artist with shows or a deleted one', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const unnamed = await shop.ask('POST', '/admin/artists', { as: admin, body: { ...MIA, firstName: '' } })
  expect(unnamed.body).toBe('firstName: Value is required')
  const nameless = await shop.ask('POST', '/admin/artists', {
    as: admin,
    body: { ...MIA, firstName: '', lastName: '' },
  })
  expect(nameless.body).toBe('stageName: Please enter a stage name, or a first and a last name')
  const artistId = await givenArtist(shop.db)
  await givenShow(shop.db, { artistId })
  const used = await shop.ask('DELETE', `/admin/artists/${artistId}`, { as: admin })
  expect(used.body).toBe("This artist can't be deleted because it has 1 show.")
  const { id } = (await shop.ask('POST', '/admin/artists', { as: admin, body: MIA })).json()
  await shop.ask('DELETE', `/admin/artists/${id}`, { as: admin })
  for (const reply of [
    await shop.ask('GET', `/admin/artists/${id}`, { as: admin }),
    await shop.ask('PUT', `/admin/artists/${id}`, { as: admin, body: { ...MIA, version: 1 } }),
  ]) {
    expect([reply.statusCode, reply.body]).toEqual([410, 'This artist was deleted.'])
  }
})

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImageId, UserId } from '#domain/ids.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import { enqueue } from '#server/db/jobs.sql.ts'
import { givenImage, givenUser } from '#server/testing/test-data.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let admin: UserId
let ada: UserId
let bea: UserId

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true })
  ada = await givenUser(shop.db)
  bea = await givenUser(shop.db)
})
afterAll(() => shop.close())

function pngOf(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: { r: 180, g: 40, b: 90, alpha: 0.5 } } })
    .withExif({ IFD0: { Artist: 'somebody private' } })
    .png()
    .toBuffer()
}

async function upload(as: UserId, content: Buffer, { field = 'file', name = 'photo.png' } = {}) {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(content)], { type: 'image/png' }), name)
  const request = new Request('http://shop.example', { method: 'POST', body: form })
  return shop.app.inject({
    method: 'POST',
    url: '/api/v1/images',
    headers: {
      authorization: `Bearer ${await shop.tokenOf(as)}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

test('stores an uploaded PNG under a random name without metadata', async () => {
  const content = await pngOf(800, 400)
  expect(content.includes('somebody private')).toBe(true)
  const reply = await upload(ada, content, { name: '../../evil.html' })
  expect(reply.statusCode).toBe(201)
  const { id, name } = reply.json()
  expect(name).toMatch(/^[\da-f]{32}\.png$/)
  expect((await shop.ask('GET', `/images/${name}/info`)).json()).toEqual({ id, name })

  const image = await shop.ask('GET', `/images/${name}`)
  expect(image.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-disposition': `inline; filename=${name}`,
  })
  expect(await sharp(image.rawPayload).metadata()).toMatchObject({ format: 'png', width: 800, height: 400 })
  expect(image.rawPayload.includes('somebody private')).toBe(false)
  const again = await shop.ask('GET', `/images/${name}`, { headers: { 'if-none-match': String(image.headers.etag) } })
  expect(again.statusCode).toBe(304)
})

test('answers a width with a WebP of the next offered width, created once, never larger than the image', async () => {
  const { id, name } = (await upload(ada, await pngOf(800, 400))).json()
  for (const [wanted, width] of [
    [100, 160],
    [320, 320],
    [321, 640],
    [961, 800],
    [5_000, 800],
  ] as const) {
    const reply = await shop.ask('GET', `/images/${name}?width=${wanted}`)
    expect(reply.headers['content-type']).toBe('image/webp')
    expect(reply.headers['content-disposition']).toBe(`inline; filename=${name.replace('.png', '.webp')}`)
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'webp', width })
  }
  const kept = await shop.db.selectFrom('image_variants').select('width').where('image_id', '=', id).execute()
  expect(kept.map(({ width }) => width).toSorted((a, b) => a - b)).toEqual([160, 320, 640, 800])
})

test('serves large pictures byte by byte as they are stored, also of exactly one part', async () => {
  for (const bytes of [1, 128 * 1024 - 1, 128 * 1024, 128 * 1024 + 1, 700_000]) {
    const { id, name } = await givenImage(shop.db)
    const content = randomBytes(bytes)
    await shop.owner.updateTable('images').set({ content }).where('id', '=', id).execute()
    const { rawPayload } = await shop.app.inject(`/api/v1/images/${name}`)
    expect([bytes, rawPayload.equals(content)]).toEqual([bytes, true])
  }
})

test('serves a picture that was stored before the limits as it is, or in a stored width', async () => {
  for (const [width, height] of [
    [1_280, 17_000],
    [1, 20_000],
  ] as const) {
    const content = await sharp({ create: { width, height, channels: 3, background: 'navy' } })
      .png()
      .toBuffer()
    const kept = await sharp(content).resize({ width: 1, height: 1 }).webp().toBuffer()
    const name = `old-${height}.png`
    const { id } = await shop.db
      .insertInto('images')
      .values({ name, content, width, height })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shop.db
      .insertInto('image_variants')
      .values({ image_id: id, width: Math.min(320, width), format: 'webp', content: kept })
      .execute()
    for (const wanted of [160, 320, 1_280]) {
      const reply = await shop.ask('GET', `/images/${name}?width=${wanted}`)
      const isKept = wanted === 320 || width === 1
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, isKept ? 'image/webp' : 'image/png'])
      expect(reply.rawPayload.equals(isKept ? kept : content)).toBe(true)
    }
    await shop.db.deleteFrom('images').where('id', '=', id).execute()
  }
})

test('makes a new width once for twenty concurrent visitors', async () => {
  await sql`create sequence variants_made`.execute(shop.owner)
  await sql`
    create function count_variant() returns trigger language plpgsql security definer as
    $$ begin perform nextval('variants_made'); return new; end $$`.execute(shop.owner)
  await sql`create trigger counted before insert on image_variants for each row execute function count_variant()`.execute(
    shop.owner,
  )
  const { id, name } = (await upload(ada, await pngOf(900, 300))).json()
  const replies = await Promise.all(Array.from({ length: 20 }, () => shop.ask('GET', `/images/${name}?width=640`)))
  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]))
  expect(new Set(replies.map((reply) => reply.headers.etag)).size).toBe(1)
  const kept = await shop.db.selectFrom('image_variants').select('width').where('image_id', '=', id).execute()
  expect(kept).toEqual([{ width: 640 }])
  const { rows } = await sql`select last_value::int as made, is_called from variants_made`.execute(shop.owner)
  expect(rows).toEqual([{ made: 1, is_called: true }])
})

test('refuses content other than PNG regardless of its name', async () => {
  const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const png = await pngOf(300, 300)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const content of [jpeg, svg, Buffer.alloc(0), png.subarray(0, 60), png.subarray(0, png.length / 2)]) {
    const reply = await upload(ada, content)
    expect([reply.statusCode, reply.body]).toEqual([415, 'Only PNG images are accepted.'])
  }
})

test('refuses images over one megabyte or 40 megapixels', async () => {
  const noise = (bytes: number) => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(bytes - 8, 7)])
  const heavy = await upload(ada, noise(1_000_001))
  expect([heavy.statusCode, heavy.body]).toEqual([
    413,
    'The image is too large. PNG images of up to 1 MB are accepted.',
  ])
  expect((await upload(ada, noise(1_000_000))).statusCode).toBe(415)
  const bomb = await sharp({ create: { width: 8_000, height: 5_001, channels: 3, background: 'black' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const wide = await upload(ada, bomb)
  expect([wide.statusCode, wide.body]).toEqual([
    413,
    'The image is too large. PNG images of up to 40 megapixels are accepted.',
  ])
})

test('refuses uploads without a file, truncated ones and other media types', async () => {
  const noFile = await upload(ada, await pngOf(2, 2), { field: 'picture' })
  expect([noFile.statusCode, noFile.body]).toEqual([400, 'The upload has no field `file` with a file in it.'])
  const authorization = `Bearer ${await shop.tokenOf(ada)}`
  const inject = (type: string, payload: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/v1/images',
      headers: { authorization, 'content-type': type },
      payload,
    })
  const cut = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf'
  expect((await inject('multipart/form-data; boundary=x', cut)).statusCode).toBe(400)
  expect((await inject('multipart/form-data', cut)).statusCode).toBe(400)
  expect((await inject('application/json', '{}')).statusCode).toBe(415)
  expect((await inject('image/png', 'x')).statusCode).toBe(415)
  const visitor = await shop.app.inject({ method: 'POST', url: '/api/v1/images' })
  expect(visitor.statusCode).toBe(401)
})

test('lets uploaders and administrators delete an unused image', async () => {
  const first = (await upload(ada, await pngOf(20, 20))).json()
  expect((await shop.ask('DELETE', `/images/${first.name}`, { as: bea })).statusCode).toBe(404)
  expect((await shop.ask('DELETE', `/images/${first.name}`, { as: ada })).statusCode).toBe(204)
  expect((await shop.ask('GET', `/images/${first.name}`)).statusCode).toBe(404)
  expect((await shop.ask('DELETE', `/images/${first.name}`, { as: ada })).statusCode).toBe(204)

  const second = (await upload(ada, await pngOf(20, 20))).json()
  await shop.ask('GET', `/images/${second.name}?width=160`)
  const event = { title: 'Seen', type: 'MOVIE', description: 'A film.', imageId: second.id }
  await shop.ask('POST', '/events', { as: admin, body: event })
  for (const as of [ada, admin]) {
    const reply = await shop.ask('DELETE', `/images/${second.name}`, { as })
    expect([reply.statusCode, reply.body]).toEqual([409, "This image is in use and can't be deleted."])
  }
  const third = (await upload(ada, await pngOf(20, 20))).json()
  await shop.ask('GET', `/images/${third.name}?width=160`)
  expect((await shop.ask('DELETE', `/images/${third.name}`, { as: admin })).statusCode).toBe(204)
})

test('deletes an unused image after a day and does not report it in the audit before', async () => {
  const [fresh, abandoned, forgotten, shown] = await Promise.all(
    Array.from({ length: 4 }, async () => (await upload(ada, await pngOf(20, 20))).json()),
  )
  const product = { name: 'Seen', description: 'A print.', price: 5, points: 0, stock: 1, itemsPerCustomer: 1 }
  await shop.ask('POST', '/merchandise/products', { as: ada, body: { ...product, imageId: shown.id } })
  await shop.ask('GET', `/images/${abandoned.name}?width=160`)
  const age = (image: { id: ImageId }, interval: string) =>
    shop.owner
      .updateTable('images')
      .set({ created_at: sql<Date>`shop_now() - ${interval}::interval` })
      .where('id', '=', image.id)
      .execute()
  await Promise.all([age(abandoned, '25 hours'), age(forgotten, '3 days'), age(shown, '3 days')])
  const rule = 'an image is shown somewhere, or cleared away'
  expect(await selectViolations(shop.db)).toEqual([{ rule, detail: `image ${forgotten.name}` }])

  await enqueue(shop.db, 'sweep-images', {})
  await doJobs(shop)
  const statuses = [fresh, abandoned, forgotten, shown].map(
    async ({ name }) => (await shop.ask('GET', `/images/${name}`)).statusCode,
  )
  expect(await Promise.all(statuses)).toEqual([200, 404, 404, 200])
  await expectCleanBooks(shop.db)
})

test('serves a new picture to many who ask for it at once from one client network', async () => {
  const { name } = (await upload(ada, await pngOf(1_200, 900))).json()
  const url = `${await shop.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1/images/${name}?width=640`
  const replies = await Promise.all(Array.from({ length: 12 }, () => fetch(url)))
  const sizes = await Promise.all(replies.map(async (reply) => (await reply.arrayBuffer()).byteLength))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(new Set(sizes).size).toBe(1)
})

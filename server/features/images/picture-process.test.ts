import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openPictureEncoder, type PictureEncoder, type PictureLane } from '#server/gateways/pictures/picture-encoder.ts'
import { hashPassword } from '#server/gateways/passwords.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { givenUser, insertTestSession } from '#server/testing/test-data.ts'
import { chaoticPng, flatPng, stripedPng, tiledPng } from '#server/testing/build-png.ts'
import { provedTest } from '#server/testing/proving.ts'
import { decodingProcessOf, isGone, isNoticed, pictureProcessesOf } from '#server/testing/picture-processes.ts'
import { openTestShop, TOKEN_SECRET, type TestShop } from '#server/testing/shop.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { tokensWith } from '#server/features/auth/tokens.ts'
import { findPicture } from './find-picture.ts'
import { pictureReader } from './read-picture.ts'

const NOT_PROCESSED = "This image couldn't be processed. Please try again, or save it as a smaller PNG."
const HOSTILE_NETWORK = '192.0.2.66'
const OTHER_NETWORK = '198.51.100.7'
const PASSWORD = 'right password'

let shop: TestShop
let authorization: string
/** Take about half a second and two seconds to decode and encode. */
let slow: Buffer
let slower: Buffer
let plain: Buffer

beforeAll(async () => {
  shop = await openTestShop()
  authorization = `Bearer ${await shop.tokenOf(await givenUser(shop.db, { isAdmin: true }))}`
  await givenUser(shop.db, { email: 'ada@foyer.example', passwordHash: await hashPassword(PASSWORD) })
  slow = chaoticPng({ width: 8_192, height: 600 })
  slower = chaoticPng({ width: 8_192, height: 2_400 })
  plain = flatPng({ width: 40, height: 30 })
})
afterAll(() => shop.close())

function formOf(content: Buffer): FormData {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)], { type: 'image/png' }), 'a.png')
  return form
}

async function upload(content: Buffer, from = HOSTILE_NETWORK, { app } = shop, as = authorization) {
  const request = new Request('http://shop.example', { method: 'POST', body: formOf(content) })
  const headers = { authorization: as, 'content-type': request.headers.get('content-type') ?? '' }
  const payload = Buffer.from(await request.arrayBuffer())
  return app.inject({ method: 'POST', url: '/api/v1/images', remoteAddress: from, headers, payload })
}

/** Logs in and reads a list three times, one after the other. */
async function visit(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const body = { email: 'ada@foyer.example', password: PASSWORD }
    expect((await shop.ask('POST', '/authentication', { body, from: OTHER_NETWORK })).statusCode).toBe(200)
    const list = await shop.ask('GET', '/events', { headers: { 'accept-encoding': 'gzip' }, from: OTHER_NETWORK })
    expect(list.statusCode).toBe(200)
  }
}

/** Counts how many of eight concurrent tasks have ended when the work has. */
async function endedMeanwhile(task: () => Promise<unknown>, work: () => Promise<unknown>): Promise<number> {
  let ended = 0
  const tasks = Array.from({ length: 8 }, () =>
    task().then(() => {
      ended += 1
    }),
  )
  await work()
  const endedFirst = ended
  await Promise.all(tasks)
  return endedFirst
}

// In `npm test`, those below notice that a picture is decoded in this process.
provedTest('lets logins and lists go on during eight slow uploads', async () => {
  const statuses = new Set<number>()
  const uploadSlow = async () => statuses.add((await upload(slow)).statusCode)
  expect(await endedMeanwhile(uploadSlow, visit)).toBeLessThan(4)
  expect([...statuses]).toEqual([413])
})

test('control: eight pictures that are decoded in this process delay logins until half of them are done', async () => {
  const decode = () => sharp(slow).png({ compressionLevel: 9 }).toBuffer()
  expect(await endedMeanwhile(decode, visit)).toBeGreaterThanOrEqual(4)
})

provedTest('lets another network pass the slow uploads of one', async () => {
  const count = 5
  const allAsked = Promise.withResolvers<void>()
  const asked: string[] = []
  const ended: string[] = []
  let endedBefore: number | undefined
  const cleanPng: PictureEncoder['cleanPng'] = async (lane, content) => {
    asked.push(lane.network)
    if (asked.length === count) allAsked.resolve()
    await allAsked.promise
    if (lane.network === OTHER_NETWORK) endedBefore = ended.length
    return shop.context.pictures.cleanPng(lane, content).finally(() => ended.push(lane.network))
  }
  const app = await buildApp({ ...shop.context, pictures: { ...shop.context.pictures, cleanPng } })
  onTestFinished(() => app.close())
  const uploads = Array.from({ length: count }, () => upload(slow, HOSTILE_NETWORK, { ...shop, app }))
  await allAsked.promise
  expect((await upload(plain, OTHER_NETWORK, { ...shop, app })).statusCode).toBe(201)
  // The picture that was being decoded, and one in turn.
  expect(ended.indexOf(OTHER_NETWORK) - Number(endedBefore)).toBeLessThanOrEqual(2)
  await Promise.all(uploads)
})

test('makes variants of pictures that customers uploaded in turn with customers', async () => {
  const { pictures } = shop.context
  const owners: string[] = []
  const inTurn: PictureEncoder['inTurn'] = (lane, work) => {
    owners.push(lane.owner)
    return pictures.inTurn(lane, work)
  }
  const app = await buildApp({ ...shop.context, pictures: { ...pictures, inTurn } })
  onTestFinished(() => app.close())
  const ofShop = (await upload(flatPng({ width: 1_200, height: 21 }))).json()
  const customer = `Bearer ${await shop.tokenOf(await givenUser(shop.db))}`
  const ofCustomer = (await upload(flatPng({ width: 1_200, height: 22 }), OTHER_NETWORK, shop, customer)).json()
  for (const { name } of [ofShop, ofCustomer]) await app.inject({ url: `/api/v1/images/${name}?width=640` })
  expect(owners).toEqual(['shop', 'customer'])
})

test('lets another network pass that asks for the same new variant', async () => {
  const { name } = (await upload(flatPng({ width: 1_300, height: 20 }))).json()
  const { pictures } = shop.context
  const asked: string[] = []
  const ended: string[] = []
  const note = <Result>({ network }: PictureLane, answer: Promise<Result>): Promise<Result> => {
    asked.push(network)
    return answer.finally(() => ended.push(network))
  }
  const cleanPng: PictureEncoder['cleanPng'] = (lane, content) => note(lane, pictures.cleanPng(lane, content))
  const inTurn: PictureEncoder['inTurn'] = (lane, work) => note(lane, pictures.inTurn(lane, work))
  const app = await buildApp({ ...shop.context, pictures: { ...pictures, cleanPng, inTurn } })
  onTestFinished(() => app.close())
  const askFrom = (remoteAddress: string) => app.inject({ url: `/api/v1/images/${name}?width=640`, remoteAddress })

  // A picture whose turn lasts until everybody waits, however slow the machine is.
  const isDecoded = Promise.withResolvers<void>()
  onTestFinished(() => isDecoded.resolve())
  const decoding = pictures.inTurn({ owner: 'shop', network: HOSTILE_NETWORK }, () => isDecoded.promise)
  const uploads = Array.from({ length: 5 }, () => upload(plain, HOSTILE_NETWORK, { ...shop, app }))
  const own = askFrom(HOSTILE_NETWORK)
  await expect.poll(() => asked).toEqual(Array(6).fill(HOSTILE_NETWORK))
  const reply = askFrom(OTHER_NETWORK)
  await expect.poll(() => asked, { message: 'it waits in its own turn' }).toContain(OTHER_NETWORK)
  isDecoded.resolve()
  const { statusCode, headers } = await reply
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp'])
  // The picture that was being decoded is not counted; one in turn.
  expect(ended.indexOf(OTHER_NETWORK)).toBeLessThanOrEqual(1)
  await Promise.all([decoding, ...uploads])
  expect((await own).statusCode).toBe(200)
  expect((await own).headers.etag).toBe(headers.etag)
})

test('starts one process for all pictures', async () => {
  await Promise.all(Array.from({ length: 4 }, () => upload(plain)))
  expect(await pictureProcessesOf(process.pid)).toHaveLength(1)
})

test('gives the process no secrets, and limits its memory', async () => {
  expect((await upload(plain)).statusCode).toBe(201)
  const [found] = await pictureProcessesOf(process.pid)
  const environment = await readFile(`/proc/${found?.pid}/environ`, 'utf8')
  const names = environment.split('\0').map((line) => line.split('=')[0])
  expect(names.filter((name) => !/^(|PWD|OLDPWD|SHLVL|_|LD_LIBRARY_PATH)$/.test(String(name))).toSorted()).toEqual([
    'MALLOC_ARENA_MAX',
    'VIPS_BLOCK_UNTRUSTED',
  ])
  const limits = await readFile(`/proc/${found?.pid}/limits`, 'utf8')
  expect(limits).toMatch(/Max data size +1536000000 +1536000000/)
})

test('answers an upload whose process dies, and accepts the next one', async () => {
  const reply = upload(slower)
  process.kill(await decodingProcessOf(process.pid), 'SIGKILL')
  expect([(await reply).statusCode, (await reply).body]).toEqual([422, NOT_PROCESSED])
  expect((await upload(plain)).statusCode).toBe(201)
  const [idle] = await pictureProcessesOf(process.pid)
  process.kill(idle?.pid ?? Number.NaN, 'SIGKILL')
  await isNoticed(idle?.pid ?? 0)
  expect((await upload(plain)).statusCode).toBe(201)
})

provedTest('ends a picture that takes too much processor time', async () => {
  const texts: string[] = []
  const pictures = openPictureEncoder({ cpuLimitMs: 1_000, log: (text) => texts.push(text) })
  const app = await buildApp({ ...shop.context, pictures })
  onTestFinished(async () => {
    await pictures.close()
    await app.close()
  })
  const reply = await upload(slower, HOSTILE_NETWORK, { ...shop, app })
  expect([reply.statusCode, reply.body]).toEqual([422, NOT_PROCESSED])
  expect(texts).toEqual(['The picture process ended by itself (SIGKILL). A picture took too much processor time.'])
  expect((await upload(plain, HOSTILE_NETWORK, { ...shop, app })).statusCode).toBe(201)
})

provedTest('cleans pictures that are dear to compress', async () => {
  expect((await upload(stripedPng({ width: 8_190, height: 4_880 }))).statusCode).toBe(201)
})

provedTest('makes every variant of pictures that are dear to encode', async () => {
  const { name } = (await upload(await tiledPng({ width: 1_280, height: 8_192 }))).json()
  for (const width of [1_280, 160]) {
    const { statusCode, rawPayload } = await shop.app.inject(`/api/v1/images/${name}?width=${width}`)
    expect(statusCode).toBe(200)
    const { format, height } = await sharp(rawPayload).metadata()
    expect([format, height]).toEqual(['webp', 2 * width])
  }
})

test('ends a picture that takes too long, as an upload and as a variant', async () => {
  const texts: string[] = []
  // Long enough for the start of a process on a busy machine.
  const pictures = openPictureEncoder({ timeLimitMs: 6_000, log: (text) => texts.push(text) })
  const app = await buildApp({ ...shop.context, pictures })
  onTestFinished(async () => {
    await pictures.close()
    await app.close()
  })
  const before = new Set((await pictureProcessesOf(process.pid)).map(({ pid }) => pid))
  const stopOwn = async () => {
    const own = (await pictureProcessesOf(process.pid)).filter(({ pid }) => !before.has(pid))
    for (const { pid } of own) process.kill(pid, 'SIGSTOP')
    expect(own).toHaveLength(1)
    return own[0]?.pid ?? 0
  }
  const { name } = (await upload(plain, HOSTILE_NETWORK, { ...shop, app })).json()
  const askVariant = (of = name) => app.inject(`/api/v1/images/${of}?width=160`)
  const stopped = await stopOwn()
  const refused = await upload(plain, HOSTILE_NETWORK, { ...shop, app })
  expect([refused.statusCode, refused.body]).toEqual([422, NOT_PROCESSED])
  expect(await isGone(stopped)).toBe(true)
  await upload(plain, HOSTILE_NETWORK, { ...shop, app })
  await stopOwn()
  // The original instead, and no process is asked again.
  for (let time = 0; time < 2; time += 1) {
    const { statusCode, headers } = await askVariant()
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
  }
  expect(texts).toEqual(Array(2).fill('The picture process was killed, because a picture took too long.'))
  const { headers } = await askVariant((await upload(plain, HOSTILE_NETWORK, { ...shop, app })).json().name)
  expect(headers['content-type']).toBe('image/webp')
})

test('sends the original for a variant that cannot be made, and does not try it again', async () => {
  const { name } = (await upload(await tiledPng({ width: 1_280, height: 8_192 }))).json()
  const texts: string[] = []
  const pictures = openPictureEncoder({ cpuLimitMs: 50, log: (text) => texts.push(text) })
  onTestFinished(() => pictures.close())
  const read = pictureReader(shop.db, pictures)
  const { imageId } = await findPicture(shop.db, name, 640)
  const unlimited = { unread: { requireRoom: () => undefined }, onRead: () => undefined }
  const outsideTurn = <T>(wait: () => Promise<T>) => wait()
  for (let time = 0; time < 2; time += 1) {
    const wanted = { imageId, width: 640, lane: HOSTILE_NETWORK, outsideTurn, ...unlimited }
    expect(await read(wanted)).toMatchObject({ type: 'image/png' })
  }
  expect(texts).toHaveLength(1)
})

provedTest('ends the process with a server that is killed while it decodes', async () => {
  const { db, url, drop } = await freshDatabase()
  onTestFinished(drop)
  const userId = await givenUser(db)
  const token = await tokensWith(TOKEN_SECRET).sign({ userId, ...(await insertTestSession(db, userId)) })
  const server = await startShopProcess({ DATABASE_URL: url })
  onTestFinished(server.kill)
  const request = fetch(`${server.url}/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: formOf(slower),
  })
  request.catch(() => {})
  const decoder = await decodingProcessOf(server.pid)
  await server.kill()
  await expect(request).rejects.toThrow()
  expect(await isGone(decoder)).toBe(true)
})

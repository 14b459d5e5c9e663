import { randomBytes } from 'node:crypto'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { provedTest } from '#server/testing/proving.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { CROWD, send, VISITOR } from '#server/testing/slow-server.ts'
import { givenImage, givenShow, givenUser } from '#server/testing/test-data.ts'

const PICTURES = 14
const BYTES = 8_000_000
/** More than half of what clients may leave unread. */
const TOO_MANY = 9
const SEATS = 40_000
/** More lists than the buffers of a connection hold. */
const PIPELINED = 8
const MOST_CLIENTS = 30

let shop: TestShop
let paths: string[]

beforeAll(async () => {
  shop = await openTestShop()
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  paths = []
  for (let picture = 0; picture < PICTURES; picture += 1) {
    const { id, name } = await givenImage(shop.db)
    await shop.owner
      .updateTable('images')
      .set({ content: randomBytes(BYTES) })
      .where('id', '=', id)
      .execute()
    paths.push(`/api/v1/images/${name}`)
  }
})
afterAll(() => shop.close())

provedTest('refuses pictures to a network that does not read them, until it leaves, and to nobody else', async () => {
  const asked = paths.slice(0, TOO_MANY + 1)
  const lazy = await Promise.all(asked.map(() => connected(CROWD)))
  // At once: none is unread yet when they come.
  const answers = await Promise.all(lazy.map((client, index) => firstLine(client, asked[index] ?? '')))
  expect(answers.toSorted()).toEqual([...Array.from({ length: TOO_MANY }, () => '200'), '503'])
  const [unread = '', other = ''] = paths.slice(TOO_MANY + 1)
  expect((await send(shop.app, other, VISITOR).answer).status).toBe(200)
  for (const client of lazy) client.destroy()
  await expect.poll(async () => (await send(shop.app, unread, CROWD).answer).status).toBe(200)
})

test('refuses lists of taken seats to a network that does not read them, and to nobody else', async () => {
  const { showId, seatingPlanId, seatIds } = await givenShow(shop.db, { seats: SEATS })
  const userId = await givenUser(shop.db)
  await sql`
    insert into tickets (event_show_id, place_id, place_type, user_id, state, price, reserved_at, reserved_until)
    select ${showId}::int, place_id, 'SITTING', ${userId}::int, 'RESERVED', 5000, shop_now(), 'infinity'
    from unnest(${seatIds}::int[]) as place_id`.execute(shop.owner)
  const path = `/api/v1/tickets/reservations?eventShowId=${showId}&seatingPlanId=${seatingPlanId}`
  const lazy: Socket[] = []
  const statuses = new Set<string>()
  while (!statuses.has('503') && lazy.length < MOST_CLIENTS) {
    const client = await connected(CROWD)
    lazy.push(client)
    statuses.add(await firstLine(client, path, PIPELINED))
  }
  expect([...statuses]).toEqual(['200', '503'])
  expect((await send(shop.app, path, VISITOR).answer).status).toBe(200)
  for (const client of lazy) client.destroy()
  await expect.poll(async () => (await send(shop.app, path, CROWD).answer).status).toBe(200)
})

function connected(from: string): Promise<Socket> {
  const { port } = shop.app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Sends requests and reads no more than the beginning of the first answer. Returns its status. */
function firstLine(client: Socket, path: string, times = 1): Promise<string> {
  client.write(`GET ${path} HTTP/1.1\r\nHost: shop.example\r\n\r\n`.repeat(times))
  return new Promise((resolve) => {
    client.once('data', (data) => {
      client.pause()
      resolve(data.toString('latin1').slice(9, 12))
    })
  })
}

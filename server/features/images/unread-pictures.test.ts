import { randomBytes } from 'node:crypto'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { CROWD, send, VISITOR } from '#server/testing/slow-server.ts'
import { givenImage } from '#server/testing/test-data.ts'

const PICTURES = 14
const BYTES = 8_000_000
/** More than half of what clients may leave unread. */
const TOO_MANY = 9

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

test('refuses pictures to a network that does not read them, until it leaves, and to nobody else', async () => {
  const lazy: Socket[] = []
  const answers: string[] = []
  for (const path of paths.slice(0, TOO_MANY + 1)) {
    const client = await connected(CROWD)
    lazy.push(client)
    answers.push(await firstLine(client, path))
  }
  expect(answers).toEqual([...Array.from({ length: TOO_MANY }, () => '200'), '503'])
  const [unread = '', other = ''] = paths.slice(TOO_MANY + 1)
  expect((await send(shop.app, other, VISITOR).answer).status).toBe(200)
  for (const client of lazy) client.destroy()
  await expect.poll(async () => (await send(shop.app, unread, CROWD).answer).status).toBe(200)
})

function connected(from: string): Promise<Socket> {
  const { port } = shop.app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Sends a request and reads no more than the beginning of its answer. Returns the status. */
function firstLine(client: Socket, path: string): Promise<string> {
  client.write(`GET ${path} HTTP/1.1\r\nHost: shop.example\r\n\r\n`)
  return new Promise((resolve) => {
    client.once('data', (data) => {
      client.pause()
      resolve(data.toString('latin1').slice(9, 12))
    })
  })
}

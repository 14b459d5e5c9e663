import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#server/testing/database.ts'
import { startForwarder } from '#server/testing/forwarder.ts'
import { connect } from './connection.ts'
import { freePort } from './embedded/cluster.ts'
import { chooseHost } from './wait-for-database.ts'

test('connects to the first host that can be used, and to another one when it is gone', async () => {
  const { url, drop } = await freshDatabase()
  const { host } = new URL(url)
  const proxies = await Promise.all([startForwarder(host), startForwarder(host)])
  const hosts = [`127.0.0.1:${await freePort()}`, ...proxies.map(({ address }) => address)]
  const address = url.replace(host, hosts.join(','))
  await chooseHost(address)
  const db = connect(address, { max: 2 })
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  expect(proxies.map(({ countConnections }) => countConnections() > 0)).toEqual([true, false])
  proxies[0]?.stop()
  const ask = () =>
    sql`select 2 as two`.execute(db).then(
      ({ rows }) => rows,
      () => undefined,
    )
  await expect.poll(ask, { timeout: 5_000 }).toEqual([{ two: 2 }])
  expect(proxies[1]?.countConnections()).toBeGreaterThan(0)
})

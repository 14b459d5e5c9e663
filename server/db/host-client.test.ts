import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#server/testing/database.ts'
import { startForwarder } from '#server/testing/forwarder.ts'
import { connect } from './connection.ts'
import { freePort } from './embedded/cluster.ts'
import { isDatabaseAddress, listHosts } from './database-address.ts'
import { chooseHost } from './wait-for-database.ts'

test.each([
  ['postgres://a/shop', ['postgres://a/shop']],
  [
    'postgres://me:p%40ss@a:1,b:2/shop?sslmode=require',
    ['postgres://me:p%40ss@a:1/shop?sslmode=require', 'postgres://me:p%40ss@b:2/shop?sslmode=require'],
  ],
  ['postgres://a,b/shop?target_session_attrs=read-write', ['postgres://a/shop', 'postgres://b/shop']],
  [
    'postgres://a,[::1]:5/shop?target_session_attrs=primary&sslmode=disable',
    ['postgres://a/shop?sslmode=disable', 'postgres://[::1]:5/shop?sslmode=disable'],
  ],
])('lists the hosts of %s', (address, hosts) => {
  expect(listHosts(address)).toEqual(hosts)
})

test.each([
  ['postgres:///shop', true],
  ['postgres://me@/shop?host=/run/postgresql', true],
  ['postgres://%2Frun%2Fpostgresql/shop', true],
  ['postgres://me:p%40ss@a:1,[::1]:2/shop?sslmode=require', true],
  ['postgres://db/shop?user=me@server', true],
  ['postgres://a:1,b:70000/shop', false],
  ['postgres://me:12/3@db/shop', false],
])('tells whether the driver reads %s', (address, isAddress) => {
  expect(isDatabaseAddress(address)).toBe(isAddress)
})

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

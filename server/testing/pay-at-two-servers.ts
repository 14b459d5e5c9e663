import { buildApp } from '#server/app.ts'
import { connect } from '#server/db/connection.ts'
import { race } from './race.ts'
import type { TestShop } from './shop.ts'

type Customer = { token: string; body: object }

/** Opens the payments of customers of one client network at once, at two servers in turn. Returns the replies. */
export async function payAtTwoServers(
  shop: Pick<TestShop, 'databaseUrl' | 'context'>,
  customers: readonly Customer[],
  remoteAddress: string,
) {
  const dbs = [connect(shop.databaseUrl, { max: 20 }), connect(shop.databaseUrl, { max: 20 })]
  const servers = await Promise.all(dbs.map((db) => buildApp({ ...shop.context, db })))
  try {
    return await race(customers.length, async (index) =>
      servers[index % 2]?.inject({
        method: 'POST',
        url: '/api/v1/payments',
        remoteAddress,
        headers: { authorization: `Bearer ${customers[index]?.token}` },
        payload: customers[index]?.body ?? {},
      }),
    )
  } finally {
    await Promise.all(servers.map((server) => server.close()))
    await Promise.all(dbs.map((db) => db.destroy()))
  }
}

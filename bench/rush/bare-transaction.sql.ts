import { Client } from 'pg'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'

type BareSale = { showId: ShowId; placeId: PlaceId; userId: UserId }

/**
 * Opens a connection whose function sells a seat in the fewest statements: locks the customer, inserts the ticket and
 * commits. Checks nothing. Four round trips, like pgbench in its simple protocol.
 */
export async function openBareTransactions(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    sell: async ({ showId, placeId, userId }: BareSale): Promise<void> => {
      await client.query('begin')
      await client.query(`select id from users where id = ${userId} for no key update`)
      await client.query(`
        insert into tickets (event_show_id, place_id, place_type, user_id, state, price, reserved_at, reserved_until)
        values (${showId}, ${placeId}, 'SITTING', ${userId}, 'RESERVED', 4550, now(), now() + interval '1 day')
        on conflict do nothing`)
      await client.query('commit')
    },
    close: () => client.end(),
  }
}

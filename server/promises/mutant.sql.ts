import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

// Loaded before a server, this module removes one safeguard, named by `MUTANT`. Tests of promises use it to show that
// their checks detect the faults that the safeguard prevents.

type Statement = { client: object; text: string; values: unknown; send: (text: string) => Promise<unknown> }

const mutants = {
  /** Checks whether a seat is free before taking it, for a database without the unique index. */
  'look, then take the seat': ({ text, send }: Statement) =>
    send(
      text
        .replace(/as wanted \((place_id, price, [^)]*)\)/, 'as wanted ($1), pg_sleep(0.01)')
        .replace(
          'order by wanted.show_id',
          `where not exists (
            select from tickets t where t.event_show_id = wanted.show_id and t.place_id = wanted.place_id
              and t.state <> 'REFUNDED')
          order by wanted.show_id`,
        )
        .replace(/on conflict \(event_show_id, place_id\) where place_type[^]*(?=returning id, place_id)/, ''),
    ),

  /** Adds to the standing count that was read before the row lock. */
  'count what was read': ({ text, send }: Statement) =>
    send(
      text
        .replace(
          'set occupied = room.occupied',
          `set occupied = (select seen.occupied from standing_occupancies seen
            where seen.event_show_id = room.event_show_id and seen.place_id = room.place_id)`,
        )
        .replace(/(capacity - occupied as room from standing_occupancies[^]*)for no key update/, '$1'),
    ),

  /** Drops Idempotency-Keys, like a server that stores them after the commit and dies in between. */
  'keys forgotten': ({ text, send }: Statement) => {
    if (!text.includes('insert into idempotency_keys')) return send(text)
    const isOfBatch = text.includes('unnest(')
    return send(
      isOfBatch
        ? 'select unnest($1::int[]) as "userId", $2::text[], $3::text[]'
        : 'select $2::text as key, $1::int, $3::text, $4::int, $5::text',
    )
  },

  /** Refunds what the ticket would cost now. */
  'refund at the new price': ({ text, send }: Statement) =>
    send(
      text.startsWith('select "invoices"."id" as "invoiceId"')
        ? text.replace(
            '"invoice_items"."price"',
            `(select "event_shows".price * price_percent / 100 from places join sectors on sectors.id = sector_id
              where places.id = "tickets"."place_id") as price`,
          )
        : text,
    ),

  /** Answers before the commit has reached the database. */
  'answer before the commit': (statement: Statement) => lateCommit(statement),

  /** Lets orders of one customer run concurrently. */
  'no lock of the customer': ({ text, send }: Statement) =>
    send(text.startsWith('select "is_locked"') ? text.replace('for no key update', '') : text),

  /** Checks tickets before locking them. */
  'lock after check': (statement: Statement) => lateLock(statement),

  /** Lets reservations of one customer, and from one client network, run concurrently at several servers. */
  'no locks of reservations': ({ text, send }: Statement) =>
    send(
      text.startsWith('select "is_locked"') || text.includes('select id from users where id = any')
        ? text.replace(/for no key update( skip locked)?/, '')
        : text
            .replace('pg_advisory_xact_lock(show_id, network)', 'show_id, network')
            // Leaves time between count and commit, because each server decides one request of a customer at a time.
            .replace(/as wanted \((place_id, price, [^)]*)\)/, 'as wanted ($1), pg_sleep(0.05)'),
    ),

  /** Decides by the clock of the process. */
  'deadlines by the clock of the process': ({ text, send }: Statement) =>
    send(text.replaceAll('shop_now()', `timestamptz '${new Date().toISOString()}'`)),

  /** Counts attempts separately in each server. */
  'attempts counted per server': ({ text, send }: Statement) =>
    send(text.replace('select key, shop_now()', `select key || '${process.pid}', shop_now()`)),

  /** Reads whether a code was used before, then uses it. */
  'look, then use the code': ({ text, send }: Statement) =>
    send(
      text.startsWith('update "second_factors"')
        ? text.replace('"last_step" < $4', '(select f.last_step from second_factors f where f.user_id = $2) < $4')
        : text,
    ),
}

export type Mutant = keyof typeof mutants

const committing = new WeakMap<object, Promise<unknown>>()

async function lateCommit({ client, text, send }: Statement): Promise<unknown> {
  const before = committing.get(client)
  if (text !== 'commit') return before ? before.then(() => send(text)) : send(text)
  committing.set(
    client,
    wait(100)
      .then(() => send(text))
      .catch(() => undefined),
  )
  return { command: 'COMMIT', rows: [], rowCount: 0 }
}

const lateLocks = new WeakMap<object, () => Promise<unknown>>()

/** Reads the tickets of an order without a lock, and locks them after the statement that reads what is checked. */
async function lateLock({ client, text, send }: Statement): Promise<unknown> {
  const lock = / for update( skip locked)?$/
  if (/from "tickets" where "id" = any\(/.test(text) && lock.test(text)) {
    lateLocks.set(client, () => send(text.replace(lock, ' for update')))
    return send(text.replace(lock, ''))
  }
  const late = lateLocks.get(client)
  lateLocks.delete(client)
  const result = await send(text)
  await late?.()
  return result
}

const name = process.env['MUTANT']
const mutant = name !== undefined && name in mutants ? mutants[name as Mutant] : undefined
if (mutant) {
  const query = Client.prototype.query as (...args: unknown[]) => Promise<unknown>
  function mutated(this: Client, ...args: unknown[]) {
    const { text, values } = statementIn(args)
    if (typeof text !== 'string') return query.apply(this, args)
    // A changed statement is sent without its name, under which the connection may know the original.
    const send = (other: string) =>
      other === text ? query.apply(this, args) : query.call(this, other, ...(values === undefined ? [] : [values]))
    return mutant?.({ client: this, text, values, send })
  }
  Object.assign(Client.prototype, { query: mutated })
}

/** Reads the arguments of `query`: a text and values, or a prepared statement. Without a text for anything else. */
function statementIn([query, values]: unknown[]): { text?: unknown; values?: unknown } {
  if (typeof query === 'string') return { text: query, values }
  return typeof query === 'object' && query !== null && 'name' in query && 'text' in query ? query : {}
}

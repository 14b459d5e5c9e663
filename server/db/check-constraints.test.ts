import type { ColumnType } from 'kysely'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import type { Schema } from './schema.ts'

type ValueOf<Column> = NonNullable<Column extends ColumnType<infer Selected, infer _I, infer _U> ? Selected : Column>

type IsEnumerated<Value> = [Value] extends [string] ? (string extends Value ? false : true) : false

/** Names every column of the schema that holds one of a list of texts: 'invoices.payment_type'. */
type EnumeratedColumn = {
  [Table in keyof Schema]: {
    [Column in keyof Schema[Table] & string]: IsEnumerated<ValueOf<Schema[Table][Column]>> extends true
      ? `${Table}.${Column}`
      : never
  }[keyof Schema[Table] & string]
}[keyof Schema]

type ValuesOf<Name extends EnumeratedColumn> = Name extends `${infer Table extends keyof Schema}.${infer Column}`
  ? Column extends keyof Schema[Table]
    ? ValueOf<Schema[Table][Column]> & string
    : never
  : never

/**
 * The values each column may hold. A value new to the domain does not compile until it is here, and the test fails
 * until a migration lets the column's CHECK constraint allow it. An order repeats the payment type of its invoice,
 * and a step the states of its payment, unchecked.
 */
const allowed: {
  readonly [
    Name in Exclude<EnumeratedColumn, 'orders.payment_type' | 'payment_steps.from_state' | 'payment_steps.to_state'>
  ]: Readonly<Record<ValuesOf<Name>, true>>
} = {
  'change_log.action': {
    CREATED: true,
    EDITED: true,
    DELETED: true,
    LOCKED: true,
    UNLOCKED: true,
    CANCELLED: true,
    EXPORTED: true,
    IGNORED: true,
    MOVED: true,
    PAID_BACK: true,
    RELEASED: true,
    RETRIED: true,
    REVOKED: true,
    SETTLED: true,
    SOLD: true,
  },
  'change_log.kind': {
    ARTIST: true,
    EVENT: true,
    EXPORT: true,
    HOLD: true,
    LOCATION: true,
    NEWS: true,
    ORDER: true,
    PAYMENT: true,
    PRODUCT: true,
    SEATING_PLAN: true,
    SHOW: true,
    STATEMENT: true,
    TICKET: true,
    TICKET_KEY: true,
    USER: true,
  },
  'events.type': { MOVIE: true, THEATRE: true, OPERA: true, CONCERT: true, COMEDY: true, SPORTS: true },
  'image_variants.format': { webp: true, avif: true },
  'invoices.invoice_type': { NORMAL: true, CANCEL: true },
  'invoices.payment_type': {
    VISA: true,
    DEBITCARD: true,
    PAYPAL: true,
    CASH: true,
    CARD: true,
    TRANSFER: true,
    DESK: true,
  },
  'merchandise_products.state': { PENDING: true, ON_SALE: true, OFF_SALE: true },
  'places.kind': { WHEELCHAIR: true, COMPANION: true, RESTRICTED_VIEW: true },
  'places.place_type': { SITTING: true, STANDING: true },
  'payments.state': { NEW: true, OPEN: true, PROCESSING: true, TAKEN: true, CLOSED: true },
  'pending_orders.payment_type': { VISA: true, DEBITCARD: true, PAYPAL: true, TRANSFER: true, DESK: true },
  'pending_orders.state': { OPEN: true, DONE: true, GONE: true },
  'points_entries.reason': {
    MERCHANDISE: true,
    TICKET: true,
    TICKET_REFUND: true,
    REDEEMED: true,
    GIFT: true,
    WITHHELD: true,
    RETURNED: true,
  },
  'refunds.reason': { TICKET: true, LATE: true, DOUBLE: true, MISMATCH: true },
  'refunds.state': { DUE: true, SENT: true, DONE: true, FAILED: true, OWED: true, BY_HAND: true },
  'bank_movements.finding': {
    ...{ EXACT: true, AMOUNT: true, DOUBLE: true, UNKNOWN: true, REVERSED: true },
    ...{ SENT: true, NOT_OWED: true, CAME_BACK: true },
  },
  'bank_movements.state': { OPEN: true, BOOKED: true, PAID_BACK: true, IGNORED: true },
  'disputes.state': { INQUIRY: true, OPEN: true, WON: true, LOST: true },
  'entry_devices.direction': { IN: true, OUT: true, BOTH: true },
  'entry_pairings.direction': { IN: true, OUT: true, BOTH: true },
  'event_shows.offline_unknown': { ADMIT: true, ASK: true },
  'scans.direction': { IN: true, OUT: true },
  'scans.phone_verdict': { ADMITTED: true, LEFT: true, REFUSED: true },
  'scans.reason': {
    NOT_VALID: true,
    OTHER_SHOW: true,
    OTHER_DAY: true,
    SHOW_CANCELLED: true,
    REFUNDED: true,
    OLD_CODE: true,
    NOT_LIVE: true,
    DISPUTED: true,
    WRONG_GATE: true,
    TOO_EARLY: true,
    ALREADY_IN: true,
    NOT_IN: true,
  },
  'scans.verdict': { ADMITTED: true, LEFT: true, REFUSED: true },
  'ticket_transfers.state': { OFFERED: true, ACCEPTED: true, DECLINED: true, WITHDRAWN: true },
  'tickets.place_type': { SITTING: true, STANDING: true },
  'waiting_rooms.mode': { AUTOMATIC: true, ALWAYS: true, OFF: true },
  'tickets.state': { RESERVED: true, BOUGHT: true, REFUNDED: true },
}

let shop: TestShop
beforeAll(async () => void (shop = await openTestShop()))
afterAll(() => shop.close())

test('the CHECK constraint of every enumerated column allows exactly the values of the domain', async () => {
  const { rows } = await sql<{ column: string; definition: string }>`
    select conrelid::regclass || '.' || attname as column, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'c' and cardinality(conkey) = 1 and connamespace = current_schema()::regnamespace`.execute(shop.db)
  const enumerated = rows.filter(({ definition }) => definition.includes('ANY (ARRAY['))
  const inDatabase = enumerated.map(({ column, definition }) => [column, valuesIn(definition)])
  const inDomain = Object.entries(allowed).map(([column, values]) => [column, Object.keys(values).toSorted()])
  expect(Object.fromEntries(inDatabase)).toEqual(Object.fromEntries(inDomain))
})

/** Reads `CHECK ((state = ANY (ARRAY['RESERVED'::text, 'BOUGHT'::text])))`. */
function valuesIn(definition: string): string[] {
  return Array.from(definition.matchAll(/'(\w+)'::text/g), ([, value = '']) => value).toSorted()
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import type { ScanAnswer, StoredScan } from '#contract/entry.ts'
import type { PlaceId, ShowId } from '#domain/ids.ts'
import { givenScanner, givenTicket, type Scanner } from './given-entry.ts'
import { expectCleanBooks } from './race.ts'
import { openTestShop } from './shop.ts'
import { givenShow, givenUser, type Show } from './test-data.ts'

/**
 * Opens a shop with a show of 40 seats, a scanner, staff and a customer, for one test file. Afterwards checks its books
 * and closes it.
 */
export async function openEntryRig() {
  const shop = await openTestShop()
  afterAll(async () => {
    await expectCleanBooks(shop.db)
    await shop.close()
  })
  const [staff, customer] = [await givenUser(shop.db, { isStaff: true }), await givenUser(shop.db)]
  const show = await givenShow(shop.db, { seats: 40 })
  const scanner = await givenScanner(shop.ask, staff, show.showId)
  let used = 0
  return {
    ...{ shop, staff, customer, show, scanner },
    /** Buys a ticket for the next seat of a show. */
    buy: (at: Show = show) => {
      used += 1
      const placeId = at.seatIds[used % at.seatIds.length] as PlaceId
      return givenTicket(shop.ask, { as: customer, showId: at.showId, placeId })
    },
    /** Sets columns of a show. */
    setRules: (rules: string, at: Show = show) =>
      sql`update event_shows set ${sql.raw(rules)} where id = ${at.showId}`.execute(shop.db),
    /** Uploads scans that a phone decided itself. */
    upload: (by: Scanner, scans: unknown[]) =>
      shop.ask('POST', '/entry/scans/batch', { as: by.token, body: { scans } }),
    /** Lets devices count as paired an hour ago, so that scans of this hour are within their time. */
    pairEarlier: () => sql`update entry_devices set paired_at = paired_at - interval '1 hour'`.execute(shop.owner),
  }
}

/** Returns the verdict of a scan with its reason. */
export const outcome = ({ verdict, reason }: Pick<ScanAnswer, 'verdict' | 'reason'>) => [verdict, reason]

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

type Stored = { at: string; offset?: number; showId: ShowId } & Pick<StoredScan, 'code'> & Partial<StoredScan>

/** A scan that a phone stored at a time of the shop. `offset`: the shop's clock minus the phone's, in milliseconds. */
export function storedScan(
  { at, offset = 0, showId, code, direction = 'IN', verdict = 'ADMITTED', reason }: Stored,
  number: number,
) {
  const scannedAt = new Date(new Date(at).getTime() - offset).toISOString()
  const rest = { clockOffsetMs: offset, lastContactAt: '2020-01-01T00:00:00Z', verdict, reason: reason ?? null }
  return { key: randomUUID(), showId, number, code, direction, scannedAt, ...rest }
}

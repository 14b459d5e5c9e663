import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import type { ShowId, TicketId } from '#domain/ids.ts'
import { doorCodes } from '#server/gateways/door-codes.ts'
import { openEntryRig } from '#server/testing/entry-rig.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { selectIssues } from './entry-tickets.sql.ts'
import { ScannedCodes } from './scanned-codes.ts'

const { shop, show, customer, buy } = await openEntryRig()

/** Recognises codes, and counts how often tickets are read. */
function openCodes(limits: { keptCodes?: number } = {}) {
  let reads = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      if (/\btickets\b/.test(JSON.stringify(node))) reads += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const codes = new ScannedCodes({ ...shop.context, db: shop.db.withPlugin(counting) }, limits)
  return { codes, countReads: () => reads }
}

const UNKNOWN = Array.from('23456789ABCDEFGHJKMNPQ', (last) => `ZZZZZZZ${last}`)

test('reads the tickets of a show once for all typed codes of a request that are of no ticket', async () => {
  const { codes, countReads } = openCodes()
  const read = await codes.reader(show.showId)
  for (const code of UNKNOWN) expect(await read(code)).toBeUndefined()
  expect(countReads()).toBe(1)
})

test('shares a read among requests at once, and finds a ticket that was bought since', async () => {
  const { codes, countReads } = openCodes()
  const readers = await Promise.all(UNKNOWN.map(() => codes.reader(show.showId)))
  expect(new Set(await Promise.all(readers.map((read, index) => read(UNKNOWN[index] ?? ''))))).toEqual(
    new Set([undefined]),
  )
  expect(countReads()).toBe(1)
  const { id, doorCode } = await buy()
  const readAgain = await codes.reader(show.showId)
  expect(await readAgain(doorCode)).toMatchObject({ ticketId: id })
  expect(countReads()).toBe(2)
})

test('keeps the codes of many shows, and still finds each ticket', async () => {
  const { codes, countReads } = openCodes()
  const bought: { id: number; doorCode: string; showId: ShowId }[] = []
  for (let count = 0; count < 12; count += 1) {
    const other = await givenShow(shop.db, { eventId: show.eventId, startsIn: `${count + 2} days` })
    bought.push({ ...(await buy(other)), showId: other.showId })
  }
  const readAll = async () => {
    for (const { id, doorCode, showId } of bought) {
      expect(await (await codes.reader(showId))(doorCode)).toMatchObject({ ticketId: id })
    }
  }
  await readAll()
  await readAll()
  expect(countReads()).toBe(bought.length)
})

test('keeps the codes of a show that has more than are kept of several', async () => {
  const { codes, countReads } = openCodes({ keptCodes: 2 })
  const bought = [await buy(), await buy(), await buy(), await buy()]
  for (const { id, doorCode } of bought) {
    expect(await (await codes.reader(show.showId))(doorCode)).toMatchObject({ ticketId: id })
  }
  expect(countReads()).toBe(1)
})

test('knows bought tickets and the latest refunded ones', async () => {
  const other = await givenShow(shop.db, { eventId: show.eventId, startsIn: '1 day', seats: 9 })
  const ids: number[] = []
  for (let count = 0; count < 4; count += 1) ids.push((await buy(other)).id)
  for (const id of ids.slice(0, 3)) await shop.ask('PUT', `/tickets/${id}/cancelation`, { as: customer })
  const known = await selectIssues(shop.db, other.showId, 2)
  expect(known.map(({ id }) => id).toSorted((one, next) => one - next)).toEqual(ids.slice(1))
})

test('tells the latest issues of a ticket from codes that nobody has', async () => {
  const { codes } = openCodes()
  const { id } = await buy()
  await shop.owner
    .updateTable('tickets')
    .set({ issue: 30 })
    .where('id', '=', id as TicketId)
    .execute()
  const read = await codes.reader(show.showId)
  const codeOf = doorCodes(shop.context)
  const known = [30, 11, 10].map((issue) => read(codeOf({ id: id as TicketId, showId: show.showId, issue })))
  expect(await Promise.all(known)).toMatchObject([{ issue: 30 }, { issue: 11 }, undefined])
})

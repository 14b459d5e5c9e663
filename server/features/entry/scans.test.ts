import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { GateId, LocationId } from '#domain/ids.ts'
import { openEntryRig, outcome } from '#server/testing/entry-rig.ts'
import { givenScanner } from '#server/testing/given-entry.ts'
import { givenLocation, givenShow } from '#server/testing/test-data.ts'

const { shop, staff, customer, show, scanner, buy, setRules } = await openEntryRig()

async function givenGate(name: string, sectors: readonly string[]): Promise<GateId> {
  const { rows } = await sql<{ id: GateId }>`
    with gate as (
      insert into gates (location_id, name)
      select location_id, ${name} from event_shows where id = ${show.showId} returning id
    ), served as (
      insert into gate_sectors select gate.id, sectors.id from gate, sectors
      where sectors.seating_plan_id = ${show.seatingPlanId} and sectors.name = any(${sectors})
    ) select id from gate`.execute(shop.db)
  return (rows[0] as { id: GateId }).id
}

test('admits a ticket once, names its seat, and tells a second scan of the first', async () => {
  const { id, code } = await buy()
  const first = await scanner.scan(code)
  expect(first).toMatchObject({ verdict: 'ADMITTED', reason: null, ticketId: id, isDouble: false })
  expect(first.seat).toMatchObject({ sectorName: 'Stalls', rowName: 'A', placeType: 'SITTING' })
  const second = await scanner.scan(code)
  expect(outcome(second)).toEqual(['REFUSED', 'ALREADY_IN'])
  expect(second.firstAdmission?.admittedAt).toBe(first.firstAdmission?.admittedAt)
})

test('gives the same key the same verdict, also of scans at once', async () => {
  const { code } = await buy()
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => scanner.scan(code, { key })))
  expect(new Set(answers.map(({ verdict }) => verdict))).toEqual(new Set(['ADMITTED']))
  expect(outcome(await scanner.scan(code, { key }))).toEqual(['ADMITTED', null])
  expect(outcome(await scanner.scan(code))).toEqual(['REFUSED', 'ALREADY_IN'])
})

test('refuses any text that is no ticket, also binary and very long ones', async () => {
  const { code } = await buy()
  const texts = ['', 'https://foyer.example/ticket/1', 'x'.repeat(4_000), '\u0000\u0001\uD800', 'ÿ'.repeat(4_000)]
  for (const text of [...texts, code.toLowerCase(), code.slice(0, -1), `${code} `, '12345678', 'F1']) {
    const answer = await scanner.scan(text)
    expect([text.slice(0, 40), ...outcome(answer), answer.ticketId]).toEqual([
      ...[text.slice(0, 40), 'REFUSED', 'NOT_VALID', null],
    ])
  }
})

test('admits by the code to type, written in any way', async () => {
  const { doorCode } = await buy()
  const typed = `${doorCode.slice(0, 4)} ${doorCode.slice(4)}`.toLowerCase()
  expect(outcome(await scanner.scan(typed))).toEqual(['ADMITTED', null])
  expect(outcome(await scanner.scan(doorCode))).toEqual(['REFUSED', 'ALREADY_IN'])
})

test('tells of a replaced code to type that it is old, though nobody has scanned it before', async () => {
  const { id, doorCode } = await buy()
  expect((await shop.ask('POST', `/tickets/${id}/codes`, { as: customer })).statusCode).toBeLessThan(300)
  expect(outcome(await scanner.scan(doorCode))).toEqual(['REFUSED', 'OLD_CODE'])
})

test('refuses refunded and replaced codes, and tickets of other shows', async () => {
  const [refunded, moved] = [await buy(), await buy()]
  expect((await shop.ask('PUT', `/tickets/${refunded.id}/cancelation`, { as: customer })).statusCode).toBe(200)
  const body = { placeId: show.seatIds[39] }
  expect((await shop.ask('PUT', `/admin/tickets/${moved.id}/place`, { as: staff, body })).statusCode).toBe(200)
  expect(outcome(await scanner.scan(refunded.code))).toEqual(['REFUSED', 'REFUNDED'])
  expect(outcome(await scanner.scan(moved.code))).toEqual(['REFUSED', 'OLD_CODE'])
  const tomorrow = await givenShow(shop.db, { eventId: show.eventId, startsIn: '3 days' })
  const other = await givenShow(shop.db, { title: 'Figaro' })
  const otherDay = await scanner.scan((await buy(tomorrow)).code)
  expect(outcome(otherDay)).toEqual(['REFUSED', 'OTHER_DAY'])
  const otherShow = await scanner.scan((await buy(other)).code)
  expect([...outcome(otherShow), otherShow.ticketShow?.eventTitle]).toEqual(['REFUSED', 'OTHER_SHOW', 'Figaro'])
})

test('admits everybody at a gate of the former venue of a show that moved', async () => {
  const formerGate = await givenGate('Former gate', ['Floor'])
  const { code } = await buy()
  const phone = await givenScanner(shop.ask, staff, show.showId, { gateId: formerGate })
  const moveGate = (id: LocationId) => sql`update gates set location_id = ${id} where id = ${formerGate}`
  await moveGate(await givenLocation(shop.db)).execute(shop.owner)
  expect(outcome(await phone.scan(code))).toEqual(['ADMITTED', null])
})

test('refuses at a gate of other sectors, and names the right one', async () => {
  const [floor, stalls] = [await givenGate('Gate F', ['Floor']), await givenGate('Gate S', ['Stalls'])]
  const { code } = await buy()
  const atFloor = await givenScanner(shop.ask, staff, show.showId, { gateId: floor })
  const atStalls = await givenScanner(shop.ask, staff, show.showId, { gateId: stalls })
  const refused = await atFloor.scan(code)
  expect([...outcome(refused), refused.rightGates]).toEqual(['REFUSED', 'WRONG_GATE', ['Gate S']])
  expect(outcome(await atStalls.scan(code))).toEqual(['ADMITTED', null])
  expect((await atFloor.scan(code)).firstAdmission?.gateName).toBe('Gate S')
})

test('refuses before the doors open, and after a cancellation', async () => {
  const early = await givenShow(shop.db)
  const door = await givenScanner(shop.ask, staff, early.showId)
  const { code } = await buy(early)
  await setRules(`doors_open_at = shop_now() + interval '1 hour'`, early)
  expect(outcome(await door.scan(code))).toEqual(['REFUSED', 'TOO_EARLY'])
  await setRules(`doors_open_at = shop_now(), cancelled_at = shop_now(), cancel_reason = 'Ill'`, early)
  expect(outcome(await door.scan(code))).toEqual(['REFUSED', 'SHOW_CANCELLED'])
  await setRules('cancelled_at = null, cancel_reason = null', early)
  expect(outcome(await door.scan(code))).toEqual(['ADMITTED', null])
})

test('lets people out, and in again only at shows that allow it', async () => {
  const { code } = await buy()
  expect(outcome(await scanner.scan(code, { direction: 'OUT' }))).toEqual(['REFUSED', 'NOT_IN'])
  await scanner.scan(code)
  expect(outcome(await scanner.scan(code, { direction: 'OUT' }))).toEqual(['LEFT', null])
  expect(outcome(await scanner.scan(code))).toEqual(['REFUSED', 'ALREADY_IN'])
  await setRules('re_entry = true')
  expect(await scanner.scan(code)).toMatchObject({ verdict: 'ADMITTED', isDouble: false })
  await setRules('re_entry = false')
})

test('lets supervisors alone overrule a refusal, with a reason, but no refunded ticket', async () => {
  const supervisor = await givenScanner(shop.ask, staff, show.showId, { isSupervisor: true })
  const overrule = { reason: 'Left her coat in the car' }
  const { code, id } = await buy()
  await scanner.scan(code)
  await expect(scanner.scan(code, { overrule })).rejects.toThrow('You are not allowed')
  expect(await supervisor.scan(code, { overrule })).toMatchObject({ verdict: 'ADMITTED', isDouble: true })
  const { rows } = await sql`select overruled from scans where ticket_id = ${id} order by id`.execute(shop.db)
  expect(rows).toEqual([{ overruled: null }, { overruled: overrule.reason }])
  const refunded = await buy()
  await shop.ask('PUT', `/tickets/${refunded.id}/cancelation`, { as: customer })
  expect(outcome(await supervisor.scan(refunded.code, { overrule }))).toEqual(['REFUSED', 'REFUNDED'])
})

test('refunds no ticket whose person was admitted, except at the desk with a reason', async () => {
  const { id, code } = await buy()
  await scanner.scan(code)
  const own = await shop.ask('PUT', `/tickets/${id}/cancelation`, { as: customer })
  expect([own.statusCode, own.body]).toEqual([
    409,
    'This ticket was used at the entrance, so it can no longer be refunded or handed on.',
  ])
  const body = { reason: 'Fainted at the door' }
  expect((await shop.ask('PUT', `/admin/tickets/${id}/refund`, { as: staff, body })).statusCode).toBe(200)
  expect(outcome(await scanner.scan(code))).toEqual(['REFUSED', 'REFUNDED'])
})

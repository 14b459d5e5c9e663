import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openEntryRig, outcome } from '#server/testing/entry-rig.ts'
import { givenShow } from '#server/testing/test-data.ts'

const { shop, staff, customer, show, scanner, buy, setRules } = await openEntryRig()

async function admit(ticketId: number, { reason = 'Her phone is empty', showId = show.showId, as = staff } = {}) {
  const reply = await shop.ask('POST', `/admin/shows/${showId}/admissions`, { as, body: { ticketId, reason } })
  return { status: reply.statusCode, ...(reply.statusCode === 200 && reply.json()) }
}

test('admits a ticket by name once, also when two people ask at the same moment', async () => {
  const { id, code } = await buy()
  const answers = await Promise.all(Array.from({ length: 6 }, () => admit(id)))
  const outcomes = answers.map((answer) => outcome(answer).join(' '))
  expect(outcomes.toSorted()).toEqual(['ADMITTED ', ...Array(5).fill('REFUSED ALREADY_IN')])
  expect(outcome(await scanner.scan(code))).toEqual(['REFUSED', 'ALREADY_IN'])

  const entry = (await shop.ask('GET', `/admin/shows/${show.showId}/entry`, { as: staff })).json()
  expect(entry.counters).toMatchObject({ admitted: 1, inside: 1, doubles: 0 })
  expect(entry.scanners, 'the door list is no phone').toHaveLength(1)
  const { rows } = await sql`
    select scans.overruled, entry_devices.name, paired_by as "pairedBy" from scans
    join entry_devices on entry_devices.id = device_id where ticket_id = ${id} and verdict = 'ADMITTED'`.execute(
    shop.db,
  )
  expect(rows).toEqual([{ overruled: 'Her phone is empty', name: 'Door list', pairedBy: staff }])
  const log = await sql<{ reason: string }>`
    select reason from change_log where kind = 'TICKET' and record_id = ${id}`.execute(shop.owner)
  expect(log.rows).toEqual([{ reason: 'Her phone is empty' }])
})

test('races a scan and an admission by name: one of them lets a person in', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id, code } = await buy()
    const [scanned, named] = await Promise.all([scanner.scan(code), admit(id)])
    expect([scanned.verdict, named.verdict].toSorted()).toEqual(['ADMITTED', 'REFUSED'])
  }
})

test('admits by the rules of entry, at shows with live codes too', async () => {
  const [early, live, refunded] = [await buy(), await buy(), await buy()]
  await setRules(`doors_open_at = shop_now() + interval '1 hour'`)
  expect(outcome(await admit(early.id))).toEqual(['REFUSED', 'TOO_EARLY'])
  await setRules('doors_open_at = null, live_codes = true')
  expect(outcome(await admit(live.id))).toEqual(['ADMITTED', null])
  await setRules('live_codes = false')
  await shop.ask('PUT', `/tickets/${refunded.id}/cancelation`, { as: customer })
  expect(outcome(await admit(refunded.id))).toEqual(['REFUSED', 'REFUNDED'])
})

test('refuses tickets of other shows, missing reasons and customers', async () => {
  const { id } = await buy()
  const other = await givenShow(shop.db, { title: 'Figaro' })
  expect((await admit(id, { showId: other.showId })).status).toBe(404)
  expect((await admit(id, { reason: ' ' })).status).toBe(422)
  expect((await admit(id, { as: customer })).status).toBe(403)
})

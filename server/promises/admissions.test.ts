import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ScanAnswer } from '#contract/entry.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import { givenScanner, givenTicket, type Scanner } from '#server/testing/given-entry.ts'
import { provedTest } from '#server/testing/proving.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import type { PlaceId, UserId } from '#domain/ids.ts'
import { type Buyer, givenBuyer } from './buyers.ts'
import { showsWithinTries } from './control.ts'
import { TIMEOUT_MS } from './counts.ts'
import { httpClientAt, nextAddress } from './http-client.ts'
import type { SourceMutant } from './source-mutant.ts'
import { startTwoServerRig, type TwoServerRig } from './two-server-rig.ts'

const SCANNERS = 200

/** A show with scanners at two servers. */
type Doors = {
  rig: TwoServerRig
  show: Show
  staff: UserId
  buyer: Buyer
  ask: Parameters<typeof givenScanner>[0]
  /** Returns the same at one of the servers. */
  at: (url: string) => Parameters<typeof givenScanner>[0]
  buy: () => ReturnType<typeof givenTicket>
}

async function openDoors(sourceMutant?: SourceMutant): Promise<Doors> {
  const rig = await startTwoServerRig({ ...(sourceMutant && { sourceMutant }) })
  const show = await givenShow(rig.db, { seats: 60 })
  const [staff, customer] = [await givenUser(rig.db, { isStaff: true }), await givenUser(rig.db)]
  const buyers = new Map([staff, customer].map((id) => [id, givenBuyer(rig.db, id)]))
  const buyer = (await buyers.get(customer)) as Buyer
  const at = (url: string) => {
    const client = httpClientAt(nextAddress())
    const send: Doors['ask'] = async (method, path, { as, body } = {}) => {
      const user = typeof as === 'number' ? await buyers.get(as) : undefined
      const authorization = user?.authorization ?? (as === undefined ? undefined : `Bearer ${as}`)
      const answer = await client(`${url}${path}`, {
        method,
        body,
        ...(authorization && { headers: { authorization } }),
      })
      return { statusCode: answer.status, body: answer.body, json: () => JSON.parse(answer.body) }
    }
    return send
  }
  const seats = show.seatIds.values()
  const ask = at(rig.urls[0])
  const buy = () => givenTicket(ask, { as: customer, showId: show.showId, placeId: seats.next().value as PlaceId })
  return { rig, show, staff, buyer, ask, at, buy }
}

/** Pairs scanners, alternately at both servers. */
async function pairAll({ rig, at, staff, show }: Doors, count: number): Promise<Scanner[]> {
  const scanners: Scanner[] = []
  while (scanners.length < count) {
    const pairing = rig.urls.map((url) => givenScanner(at(url), staff, show.showId, { name: 'Phone' }))
    scanners.push(...(await Promise.all(pairing)))
  }
  return scanners.slice(0, count)
}

const admittedAmong = (answers: readonly ScanAnswer[]) => answers.filter(({ verdict }) => verdict === 'ADMITTED').length

/** Scans one ticket by all scanners at once, and returns how many admit. */
async function crowd(doors: Doors, scanners: readonly Scanner[]): Promise<number> {
  const { code } = await doors.buy()
  return admittedAmong(await Promise.all(scanners.map(({ scan }) => scan(code))))
}

/** Scans a refunded and a moved ticket, and counts the admissions. */
async function admitEnded(doors: Doors, [scanner]: readonly Scanner[]): Promise<number> {
  const { ask, buyer, staff, show } = doors
  const [refunded, moved] = [await doors.buy(), await doors.buy()]
  expect((await ask('PUT', `/tickets/${refunded.id}/cancelation`, { as: buyer.userId })).statusCode).toBe(200)
  const body = { placeId: show.seatIds.at(-1) }
  expect((await ask('PUT', `/admin/tickets/${moved.id}/place`, { as: staff, body })).statusCode).toBe(200)
  const scans = [refunded, moved].map(({ code }) => scanner?.scan(code) as Promise<ScanAnswer>)
  return admittedAmong(await Promise.all(scans))
}

/** Refunds a ticket while it is scanned, and returns the statuses of refund and scan. */
async function refundDuringScan(doors: Doors, scanner: Scanner): Promise<string> {
  const { id, code } = await doors.buy()
  const [refund, scan] = await Promise.all([
    doors.ask('PUT', `/tickets/${id}/cancelation`, { as: doors.buyer.userId }),
    scanner.scan(code),
  ])
  return `${refund.statusCode} ${scan.verdict}`
}

/** Scans tickets while their server is killed, then those without an answer again, with the same keys. */
async function scanThroughKill({ rig, at, buy }: Doors, scanner: Scanner, count: number): Promise<Set<string>> {
  const tickets: { code: string; key: string }[] = []
  for (let index = 0; index < count; index += 1) tickets.push({ code: (await buy()).code, key: randomUUID() })
  const scanning = tickets.map(({ code, key }) => scanner.scan(code, { key }).catch(() => undefined))
  await Promise.race(scanning)
  const killed = rig.killServer(0)
  await Promise.all(scanning)
  await killed
  const other = { ...scanner, ask: at(rig.urls[1]) }
  const again = tickets.map(({ code, key }, index) => scanAgain(other, { code, key, number: 100 + index }))
  return new Set(await Promise.all(again))
}

type Again = { code: string; key: string; number: number }

async function scanAgain(
  { ask, token, device }: Scanner & { ask: Doors['ask'] },
  { code, key, number }: Again,
): Promise<string> {
  const [show] = device.shows
  const body = { key, showId: show?.id, number, code, direction: 'IN', scannedAt: new Date().toISOString() }
  const answer = await ask('POST', '/entry/scans', { as: token, body })
  return answer.json<ScanAnswer>().verdict
}

/** Lets phones with wrong clocks upload what they admitted offline, in an order, and returns the admissions. */
async function replay({ rig, ask, buy, show }: Doors, phones: readonly Scanner[], order: readonly number[]) {
  const { id, code } = await buy()
  const minutes = [20, 10, 30]
  const offsets = [7_200_000, -3_600_000, 1_000]
  for (const phone of order) {
    const offset = offsets[phone] ?? 0
    const scannedAt = new Date(Date.now() - (minutes[phone] ?? 0) * 60_000 - offset).toISOString()
    const scan = {
      ...{ key: randomUUID(), showId: show.showId, number: 1, code, direction: 'IN', scannedAt },
      ...{ clockOffsetMs: offset, lastContactAt: '2020-01-01T00:00:00Z', verdict: 'ADMITTED', reason: null },
    }
    const reply = await ask('POST', '/entry/scans/batch', { as: phones[phone]?.token, body: { scans: [scan] } })
    expect(reply.statusCode).toBe(200)
  }
  const rows = await rig.db
    .selectFrom('admissions')
    .innerJoin('scans', 'scans.id', 'admissions.scan_id')
    .select(['scans.device_id as deviceId', 'is_double as isDouble'])
    .where('admissions.ticket_id', '=', id)
    .orderBy('admissions.number')
    .execute()
  return rows.map(({ deviceId, isDouble }) => {
    return `${phones.findIndex(({ device }) => device.id === deviceId)}${isDouble ? ' double' : ''}`
  })
}

const FIRST_BY_TIME = ['2', '0 double', '1 double']
const pairedEarlier = ({ rig }: Doors) =>
  rig.owner
    .updateTable('entry_devices')
    .set({ paired_at: new Date(Date.now() - 3_600_000) })
    .execute()

provedTest(
  'admits each ticket once at 200 scanners of two servers, and no ended one',
  { timeout: TIMEOUT_MS },
  async () => {
    const doors = await openDoors()
    const scanners = await pairAll(doors, SCANNERS)
    expect(await crowd(doors, scanners)).toBe(1)
    expect(await admitEnded(doors, scanners)).toBe(0)
    for (const scanner of scanners.slice(0, 8)) {
      expect(['200 REFUSED', '409 ADMITTED']).toContain(await refundDuringScan(doors, scanner))
    }

    const [phone, lost] = [scanners[0] as Scanner, scanners[1] as Scanner]
    const { code } = await doors.buy()
    const revoking = doors.ask('DELETE', `/admin/entry-devices/${lost.device.id}`, { as: doors.staff })
    const during = lost.scan(code).then(
      ({ verdict }) => verdict,
      () => 'no access',
    )
    expect(['ADMITTED', 'no access']).toContain(await during)
    expect((await revoking).statusCode).toBe(204)
    await expect(lost.scan(code)).rejects.toThrow('Please log in!')

    await pairedEarlier(doors)
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [1, 0, 2],
    ]) {
      expect(await replay(doors, scanners.slice(2, 5), order)).toEqual(FIRST_BY_TIME)
    }

    expect(await scanThroughKill(doors, phone, 10)).toEqual(new Set(['ADMITTED']))
    expect(await selectViolations(doors.rig.db)).toEqual([])
  },
)

// Controls: the checks above detect shops without the safeguards.

test('control: without a lock, several scanners admit one ticket', { timeout: TIMEOUT_MS }, async () => {
  const doors = await openDoors('no lock of scanned tickets')
  const scanners = await pairAll(doors, 40)
  expect(await showsWithinTries(async () => (await crowd(doors, scanners)) > 1)).toBe(true)
})

test('control: without issues, a replaced code admits', { timeout: TIMEOUT_MS }, async () => {
  const doors = await openDoors('issues not compared')
  expect(await admitEnded(doors, await pairAll(doors, 1))).toBe(1)
})

test('control: without keys, a scan without an answer is already in', { timeout: TIMEOUT_MS }, async () => {
  const doors = await openDoors('keys of scans ignored')
  const [scanner] = await pairAll(doors, 1)
  const [{ code }, key] = [await doors.buy(), randomUUID()]
  const answers = [await scanner?.scan(code, { key }), await scanner?.scan(code, { key })]
  expect(answers.map((answer) => answer?.reason)).toEqual([null, 'ALREADY_IN'])
})

test('control: by order of arrival, other people are doubles', { timeout: TIMEOUT_MS }, async () => {
  const doors = await openDoors('scans in order of arrival')
  const scanners = await pairAll(doors, 3)
  await pairedEarlier(doors)
  expect(await replay(doors, scanners, [0, 1, 2])).not.toEqual(FIRST_BY_TIME)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { UserId } from '#domain/ids.ts'
import { fingerprintOf } from '#server/testing/fingerprint.sql.ts'
import { fieldsOf } from '#server/testing/hostile.ts'
import { givenOwnedRecords, MISSING, type OwnedRecords } from '#server/testing/owned-records.ts'
import { type Caller, type Row, type Statuses, callers, rows } from '#server/testing/ownership-rows.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenWalletFiles } from '#server/testing/wallet-files.ts'

let folder: string
let shop: TestShop
let records: OwnedRecords
let people: Record<Caller, UserId | undefined>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-wallets-'))
  const wallets = await givenWalletFiles(folder)
  shop = await openTestShop({ ...wallets.settings, MAX_RESERVATIONS_PER_SHOW: '500', MAX_RESERVATIONS: '500' })
  const owner = await givenUser(shop.db)
  records = await givenOwnedRecords(shop, owner)
  people = {
    'no token': undefined,
    owner,
    other: await givenUser(shop.db),
    admin: await givenUser(shop.db, { isAdmin: true }),
    staff: await givenUser(shop.db, { isStaff: true }),
  }
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

async function ask({ call, query, body }: Row, id: number | string, caller: Caller, as = people) {
  const [method = '', path = ''] = call.split(' ')
  const url = `${path.replace(/:\w+/, String(id))}${query ? `?${query(id, records.parts)}` : ''}`
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const reply = await shop.ask(method as Endpoint['method'], url, {
    as: as[caller],
    body: body?.(id, records.parts),
    headers,
  })
  return { status: reply.statusCode, body: reply.body }
}

const OTHER = callers.indexOf('other')
const expectedFor = (statuses: Statuses, caller: number) => statuses[caller] ?? statuses[OTHER] ?? Number.NaN

/**
 * Lists the differences between the answers and the row. Callers that must be refused ask about the same record,
 * between two looks at the whole database.
 */
async function faultsOf(row: Row, as = people): Promise<string[]> {
  const expected = callers.map((caller, index) => ({
    caller,
    own: expectedFor(row.own, index),
    missing: expectedFor(row.missing, index),
    mayKnow: caller === 'owner' || caller === 'admin' || (caller === 'staff' && row.own[index] !== undefined),
  }))
  const faults: string[] = []
  const answers = []

  const id = await records.given(row.record)
  const before = await fingerprintOf(shop.db)
  for (const each of expected.filter(isRefused)) {
    answers.push({ ...each, answer: await ask(row, id, each.caller, as) })
  }
  if (before !== (await fingerprintOf(shop.db))) faults.push('refused, but the database changed')
  for (const each of expected.filter((one) => !isRefused(one))) {
    answers.push({ ...each, answer: await ask(row, await records.given(row.record), each.caller, as) })
  }

  for (const { caller, own, missing, mayKnow, answer } of answers) {
    const none = await ask(row, MISSING[row.record], caller, as)
    if (answer.status !== own) faults.push(`${caller}, own: ${answer.status} instead of ${own}, ${answer.body}`)
    if (none.status !== missing) faults.push(`${caller}, missing: ${none.status} instead of ${missing}, ${none.body}`)
    const isHidden = isRefused({ own }) && !mayKnow && !row.because
    if (isHidden && (answer.status !== none.status || answer.body !== none.body)) {
      faults.push(`${caller}: learns from “${answer.body}” that it exists`)
    }
  }
  return faults
}

const isRefused = ({ own }: { own: number }) => own >= 400

for (const row of rows) {
  test(`${row.call} with ${row.record}`, async () => expect(await faultsOf(row)).toEqual([]))
}

/** Lists the inputs of a call that identify a record: path parameters, and fields for ids or a token. */
function identifiersOf({ path, query, body }: Endpoint): string[] {
  const fields = [...fieldsOf(query), ...fieldsOf(body)].filter((field) => /(Id|Ids|^token)$/.test(field))
  return [...path.matchAll(/:\w+/g)].map(([name]) => name).concat(fields)
}

test('has a row for every call with an id, and none for removed calls', () => {
  // Streams are public and never end, so they have no row.
  const identifying = endpoints.filter(
    ({ endpoint }) => identifiersOf(endpoint).length > 0 && !endpoint.path.endsWith('/stream'),
  )
  const calls = identifying.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect([...new Set(rows.map(({ call }) => call))].toSorted()).toEqual(calls.toSorted())
  for (const { endpoint } of identifying) {
    const own = rows.filter(({ call }) => call === `${endpoint.method} ${endpoint.path}`)
    const requests = JSON.stringify(
      own.map(({ call, query, body }) => [call, query?.(1, records.parts), body?.(1, records.parts)]),
    )
    for (const name of identifiersOf(endpoint)) expect(requests, endpoint.path).toContain(name)
  }
})

test('control: every protecting row fails if a stranger counts as the owner', async () => {
  const protects = rows.filter(({ own: [, owner, other] }) => owner !== other)
  expect(protects.length).toBeGreaterThan(10)
  for (const row of protects) {
    const faults = await faultsOf(row, { ...people, other: people.owner })
    expect(faults, `${row.call} with ${row.record}`).not.toEqual([])
  }
})

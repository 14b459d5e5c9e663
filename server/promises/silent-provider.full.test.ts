import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { selectViolations } from '#server/db/audit.sql.ts'
import { givenScanner, givenTicket, type Scanner } from '#server/testing/given-entry.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { givenBuyer, givenBuyers, toReserve } from './buyers.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { openMailSink } from './mail-sink.ts'
import { type PayingRig, startPayingRig } from './paying-rig.ts'
import type { SourceMutant } from './source-mutant.ts'
import { percentile } from './traffic.ts'

/** More than both servers run jobs at once. */
const PAYMENTS = 32
const TURN_MS = 500
/** A median may be this many times that of the time before. */
const MOST_TIMES = 2
/** Differences below this are those of the machine. */
const NOISE_MS = 250

const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }

type Times = { orders: number[]; scans: number[]; mails: number[] }
type Visitors = { rig: PayingRig; freeShow: Show; scanner: Scanner; code: string }

/**
 * Lets new customers order something that costs no money, waits for their mails and scans, in turn. Returns the medians
 * in milliseconds.
 */
async function measure({ rig, freeShow, scanner, code }: Visitors, mails: readonly unknown[], forMs: number) {
  const times: Times = { orders: [], scans: [], mails: [] }
  const timed = async (list: number[], work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    list.push(performance.now() - startedAt)
  }
  const end = performance.now() + forMs
  while (performance.now() < end) {
    // The shop merges the mails of a customer who orders often.
    const buyer = await givenBuyer(rig.db, await givenUser(rig.db))
    const send = async (path: string, body: object) => {
      const answer = await buyer.send(rig.urls[0], 'POST', path, { body })
      expect(answer.status, answer.body).toBe(201)
      return JSON.parse(answer.body)
    }
    const before = mails.length
    await timed(times.orders, async () => {
      const wish = toReserve(freeShow.showId, [freeShow.standingPlaceId])
      const { elements } = await send(wish.path, wish.body)
      await send('/orders', { userPaymentInfoDto, ticketIds: [elements[0].id] })
    })
    await timed(times.mails, async () => {
      const latest = performance.now() + forMs
      while (mails.length === before && performance.now() < latest) await wait(5)
    })
    await timed(times.scans, () => scanner.scan(code))
    await wait(TURN_MS)
  }
  return {
    orders: percentile(times.orders, 50),
    scans: percentile(times.scans, 50),
    mails: percentile(times.mails, 50),
  }
}

/** Measures a time with a provider that answers, then one in which it is silent and many payments wait for it. */
async function silence(seconds: number, sourceMutant?: SourceMutant) {
  const sink = await openMailSink()
  const rig = await startPayingRig({ settings: { SMTP_URL: sink.url }, ...(sourceMutant && { sourceMutant }) })
  const { db, owner, stripe, urls, show } = rig
  const freeShow = await givenShow(db, { price: 0, standing: 1_000_000 })
  const staff = await givenBuyer(db, await givenUser(db, { isStaff: true }))
  const buyer = await givenBuyer(db, await givenUser(db))
  const ask: Parameters<typeof givenScanner>[0] = async (method, path, { as, body } = {}) => {
    const headers = typeof as === 'string' ? { authorization: `Bearer ${as}` } : {}
    const from = as === buyer.userId ? buyer : staff
    const answer = await from.send(urls[0], method, path, { body, headers })
    return { statusCode: answer.status, body: answer.body, json: () => JSON.parse(answer.body) }
  }
  const scanner = await givenScanner(ask, staff.userId, freeShow.showId, {})
  const { code } = await givenTicket(ask, {
    ...{ as: buyer.userId, showId: freeShow.showId, placeId: freeShow.standingPlaceId },
  })
  const visitors = { rig, freeShow, scanner, code }
  const payers = await givenBuyers(db, PAYMENTS)
  for (const payer of payers) {
    const wish = toReserve(show.showId, [show.standingPlaceId])
    const { elements } = JSON.parse((await payer.send(urls[0], 'POST', wish.path, { body: wish.body })).body)
    const body = { userPaymentInfoDto, paymentType: 'VISA', method: 'stripe', ticketIds: [elements[0].id] }
    expect((await payer.send(urls[0], 'POST', '/payments', { body })).status).toBe(201)
  }

  const usual = await measure(visitors, sink.received, seconds * 1_000)
  await stripe.setFaults([{ when: 'before', what: 'silence', times: 1_000_000 }])
  // All payments are looked at, as if their customers had just left, and some customers ask by themselves.
  await sql`update payments set next_look_at = shop_now()`.execute(owner)
  await sql`select from graphile_worker.add_job('sweep-payments')`.execute(owner)
  const isOver = new AbortController()
  const asking = payers.slice(0, 4).map(async (payer, index) => {
    while (!isOver.signal.aborted) {
      await payer.send(urls[0], 'POST', `/payments/${index + 1}/look`).catch(() => undefined)
      await wait(TURN_MS)
    }
  })
  await wait(1_000)
  const silent = await measure(visitors, sink.received, seconds * 1_000)
  isOver.abort()
  await stripe.setFaults([])
  await Promise.all(asking)
  const write = ({ orders, scans, mails }: typeof usual) =>
    [orders, scans, mails].map((ms) => `${ms.toFixed(0)} ms`).join(', ')
  process.stdout.write(
    `silent provider: orders, scans, mails (medians) ${write(usual)}; while silent ${write(silent)}\n`,
  )
  expect(await selectViolations(db)).toEqual([])
  return Object.entries(silent).flatMap(([what, ms]) => {
    const before = usual[what as keyof typeof usual]
    return ms > Math.max(before * MOST_TIMES, before + NOISE_MS) ? [what] : []
  })
}

test(
  'sells, scans and mails as usual during a minute of silence of the provider',
  { timeout: TIMEOUT_MS },
  async () => {
    expect(await silence(counts.silentSeconds)).toEqual([])
  },
)

// Control: the check above detects a shop without the safeguard.

test('control: jobs of a silent provider without a limit hold up the mails', { timeout: TIMEOUT_MS }, async () => {
  expect(await silence(Math.min(30, counts.silentSeconds), 'provider jobs without a limit')).toContain('mails')
})

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { selectViolations } from '#server/db/audit.sql.ts'
import type { Db } from '#server/db/connection.ts'
import type { Random } from '#server/demo/random.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { startStripeStandIn, type StripeStandIn } from '#server/testing/stripe-stand-in/start.ts'
import { givenShow, type Show } from '#server/testing/test-data.ts'
import { type Buyer, givenBuyers, insist, toReserve } from './buyers.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { type KillPoint, killPoints } from './kill-points.ts'
import { type MailSink, openMailSink } from './mail-sink.ts'
import { seededRandomFor } from './seeded-random.ts'
import type { SourceMutant } from './source-mutant.ts'
import { startTwoServerRig, type TwoServerRig } from './two-server-rig.ts'

const BUYERS = 6
const NO_LIMITS = { MAX_RESERVATIONS: '1000000', MAX_RESERVATIONS_PER_SHOW: '1000000' }
const QUIET_WITHIN_MS = 60_000
const KILLED_WITHIN_MS = 60_000

type Rig = TwoServerRig & { stripe: StripeStandIn; show: Show; killFile: string; mails: MailSink }

/** Starts two servers that take payments by a stand-in of Stripe, which sends its events to both in turn. */
async function startPayingRig(sourceMutant?: SourceMutant): Promise<Rig> {
  const stripe = await startStripeStandIn()
  onTestFinished(() => stripe.stop())
  const folder = await mkdtemp(join(tmpdir(), 'foyer-kill-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const killFile = join(folder, 'point')
  const mails = await openMailSink()
  const rig = await startTwoServerRig({
    settings: { ...stripe.settings, SMTP_URL: mails.url, KILL_FILE: killFile, LOG_LEVEL: 'info', ...NO_LIMITS },
    imports: [new URL('kill-points.ts', import.meta.url)],
    ...(sourceMutant && { sourceMutant }),
  })
  await stripe.setWebhooks({ url: `${rig.urls[0]}/payments/stripe/events`, duplicates: 1, shuffleMs: 200 })
  return { ...rig, stripe, killFile, mails, show: await givenShow(rig.db, { standing: 1_000_000 }) }
}

const ending = ['pays', 'pays', 'pays', 'leaves', 'gives up', 'pays late'] as const

/** Reserves two tickets, starts to pay and ends the payment in some way. Then refunds a ticket, or not. */
async function shop(
  { stripe, show, urls }: Rig,
  buyer: Buyer,
  random: Random,
  how = random.pick(ending),
): Promise<void> {
  const line = { urls, random }
  const reserved = await insist(buyer, toReserve(show.showId, [show.standingPlaceId, show.standingPlaceId]), line)
  const ticketIds: number[] = JSON.parse(reserved.body).elements.map(({ id }: { id: number }) => id)
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const body = { userPaymentInfoDto, paymentType: 'VISA', method: 'stripe', ticketIds }
  const started = await insist(buyer, { path: '/payments', body }, line)
  if (started.status !== 201) throw new Error(`${started.status} ${started.body}`)
  const { id, redirectUrl } = JSON.parse(started.body)
  if (redirectUrl === null || how === 'leaves') return
  const session = String(redirectUrl).split('/').at(-1)?.split(/[?#]/)[0] ?? ''
  if (how === 'gives up') return void (await untilAnswered(buyer, line, 'DELETE', `/payments/${id}`))
  await stripe.pay(session)
  if (how === 'pays late') return
  await untilAnswered(buyer, line, 'POST', `/payments/${id}/look`)
  if (random.share() < 0.5) await untilAnswered(buyer, line, 'PUT', `/tickets/${ticketIds[0]}/cancelation`)
}

/** Repeats a request at any server until one answers. */
async function untilAnswered(
  buyer: Buyer,
  { urls, random }: { urls: readonly string[]; random: Random },
  method: string,
  path: string,
): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const answer = await buyer.send(random.pick(urls), method, path).catch(() => undefined)
    if (answer && answer.status < 500) return
    await wait(25)
  }
}

/** Restarts the server that died. Returns false if none did. */
async function restartDead(rig: Rig): Promise<boolean> {
  for (const index of [0, 1] as const) {
    const isAlive = await fetch(`${rig.urls[index]}/payments/methods`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isAlive) {
      await rig.killServer(index)
      return true
    }
  }
  return false
}

/** Lets customers shop until a server dies at the point, then restarts it. Returns the point if none died there. */
async function killAt(rig: Rig, point: KillPoint, buyers: readonly Buyer[], random: Random): Promise<string[]> {
  await writeFile(rig.killFile, point)
  if (point === 'closed at the provider, not here') await expirePayments(rig)
  const deadline = Date.now() + KILLED_WITHIN_MS
  const isArmed = () =>
    readFile(rig.killFile).then(
      () => true,
      () => false,
    )
  const shopping = Promise.all(
    buyers.map(async (buyer) => {
      while ((await isArmed()) && Date.now() < deadline) await shop(rig, buyer, random)
    }),
  )
  while ((await isArmed()) && Date.now() < deadline) await wait(20)
  const isMissed = await isArmed()
  await rm(rig.killFile, { force: true })
  await wait(100)
  const isRestarted = await restartDead(rig)
  await shopping
  return isMissed || !isRestarted ? [`no server died at "${point}"`] : []
}

/** Ends the time to pay of the payments under way. */
async function expirePayments({ db, owner }: Rig): Promise<void> {
  await sql`update payments set pay_until = shop_now() where state in ('NEW', 'OPEN', 'PROCESSING')`.execute(db)
  await sql`select from graphile_worker.add_job('sweep-payments')`.execute(owner)
}

/** Lets jobs run now that wait for another try, or for the end of the hour. */
async function runWaitingJobs(owner: Db): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null`.execute(
    owner,
  )
}

/** Waits until every payment has ended and every refund is paid. Throws when their number no longer falls. */
async function settleAll({ db, owner }: Rig): Promise<void> {
  await shiftClock(owner, '30 minutes')
  let fewest = Infinity
  let deadline = 0
  for (;;) {
    await sql`select from graphile_worker.add_job('sweep-payments')`.execute(owner)
    await sql`select from graphile_worker.add_job('fetch-missed-events')`.execute(owner)
    await wait(500)
    await runWaitingJobs(owner)
    const { rows } = await sql<{ what: string; count: number }>`
      select 'payments' as what, count(*) from payments where state in ('NEW', 'OPEN', 'PROCESSING')
      union all select 'refunds', count(*) from refunds where state in ('DUE', 'SENT')
      union all select 'events', count(*) from provider_events where done_at is null`.execute(db)
    const open = rows.filter(({ count }) => count > 0).map(({ what, count }) => `${count} ${what}`)
    if (open.length === 0) return
    const left = rows.reduce((sum, { count }) => sum + count, 0)
    if (left < fewest) deadline = Date.now() + QUIET_WITHIN_MS
    fewest = Math.min(fewest, left)
    if (Date.now() > deadline) throw new Error(`Still open: ${open.join(', ')}.`)
  }
}

/**
 * Lists the invoices that no mail names, or more than one. A mail that was sent again by the job of a killed server has
 * its Message-ID, by which receivers drop it. Reports mails sent again by more jobs than servers were killed.
 */
async function faultsOfMails({ db, owner, mails: { received } }: Rig, kills: number): Promise<string[]> {
  const { rows: invoices } = await sql<{ number: string }>`select invoice_number as number from invoices`.execute(db)
  const mailsOf = countMails(received)
  const deadline = Date.now() + QUIET_WITHIN_MS
  while (invoices.some(({ number }) => mailsOf(number) === 0) && Date.now() < deadline) {
    await releaseJobsOfTheDead(owner)
    await runWaitingJobs(owner)
    await wait(500)
  }
  const again = received.length - new Set(received.map(({ messageId }) => messageId)).size
  process.stdout.write(`paid orders: ${received.length} mails, ${again} of them sent again\n`)
  return [
    ...invoices
      .map(({ number }) => `${mailsOf(number)} mails name invoice ${number}`)
      .filter((fault) => !fault.startsWith('1 ')),
    ...(again > kills ? [`${again} mails were sent again after ${kills} kills`] : []),
  ]
}

/** Returns a function that counts the different mails that name an invoice, of all that have arrived by its call. */
function countMails(received: MailSink['received']): (invoiceNumber: string) => number {
  const idsByNumber = new Map<string, Set<string>>()
  let read = 0
  return (invoiceNumber) => {
    for (const { messageId, text } of received.slice(read)) {
      for (const [number] of text.matchAll(/\d{4}-\d{6}/g)) {
        idsByNumber.set(number, (idsByNumber.get(number) ?? new Set()).add(messageId))
      }
    }
    read = received.length
    return idsByNumber.get(invoiceNumber)?.size ?? 0
  }
}

/** Releases the jobs of killed servers, as servers do after five minutes. */
async function releaseJobsOfTheDead(owner: Db): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set locked_at = locked_at - interval '6 minutes'
    where locked_at < now() - interval '5 seconds'`.execute(owner)
  await sql`select from graphile_worker.add_job('release-stuck-jobs', job_key => 'release')`.execute(owner)
}

type Books = { key: string; sold: number; refunded: number }

/** Lists the differences between the books of the shop and those of the provider, in cents, and broken rules. */
async function differences({ db, stripe }: Rig): Promise<string[]> {
  const ledger = new Map((await stripe.ledger()).map((payment) => [payment.payment, payment]))
  const { rows } = await sql<Books>`
    select key, coalesce(sum(invoices.total) filter (where invoice_type = 'NORMAL'), 0) as sold,
      coalesce(sum(invoices.total) filter (where invoice_type = 'CANCEL'), 0) as refunded
    from payments
    join pending_orders on pending_orders.id = pending_order_id
    left join invoices on invoices.id = invoice_id or cancels_invoice_id = invoice_id
    group by key`.execute(db)
  const known = new Set(rows.map(({ key }) => key))
  return [
    ...rows.flatMap(({ key, sold, refunded }) => {
      const { taken = 0, refunded: returned = 0 } = ledger.get(key) ?? {}
      const isEqual = taken - returned === sold - refunded
      return isEqual ? [] : [`${key}: taken ${taken}, returned ${returned}; sold ${sold}, refunded ${refunded}`]
    }),
    ...[...ledger.keys()].flatMap((key) => (key !== undefined && known.has(key) ? [] : [`${key}: unknown here`])),
    ...(await violations(db)),
  ]
}

const violations = async (db: Db) => (await selectViolations(db)).map(({ rule, detail }) => `${rule}: ${detail}`)

test(
  'books every payment once, wherever a server is killed between two of its steps',
  { timeout: TIMEOUT_MS },
  async () => {
    const rig = await startPayingRig()
    const random = seededRandomFor('paid orders')
    const buyers = await givenBuyers(rig.db, BUYERS)
    const faults: string[] = []
    for (let round = 0; round < counts.paymentKills; round += 1) {
      for (const point of Object.keys(killPoints) as KillPoint[]) {
        // New customers each time: beyond ten invoices an hour, their mails wait for an hour and become one.
        const fresh = await givenBuyers(rig.db, BUYERS)
        faults.push(...(await killAt(rig, point, fresh, random(`${point} ${round}`))))
      }
    }
    for (let kill = 0; kill < counts.paymentRandomKills; kill += 1) {
      const own = random(`kill ${kill}`)
      const shopping = Promise.all(buyers.map((buyer, index) => shop(rig, buyer, random(`buyer ${kill} ${index}`))))
      await wait(own.between(20, 300))
      await rig.killServer(kill % 2 === 0 ? 0 : 1)
      await shopping
    }
    await settleAll(rig)
    faults.push(...(await differences(rig)))
    const kills = counts.paymentKills * Object.keys(killPoints).length + counts.paymentRandomKills
    faults.push(...(await faultsOfMails(rig, kills)))
    const { rows } = await sql<{ taken: number; closed: number; refunds: number }>`
      select count(*) filter (where state = 'TAKEN') as taken, count(*) filter (where state = 'CLOSED') as closed,
        (select count(*) from refunds where state = 'DONE') as refunds
      from payments`.execute(rig.db)
    const { taken = 0, closed = 0, refunds = 0 } = rows[0] ?? {}
    process.stdout.write(`paid orders: ${taken} paid, ${closed} not paid, ${refunds} refunds\n`)
    expect(faults).toEqual([])
    expect(Math.min(taken, closed, refunds)).toBeGreaterThan(0)
  },
)

// Control: the checks above detect a shop without the safeguard.

test('control: places that the clock frees lose money that was paid', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startPayingRig('clock frees places')
  const random = seededRandomFor('paid orders, freed by the clock')
  const buyers = await givenBuyers(rig.db, BUYERS)
  await rig.stripe.setWebhooks({})
  await Promise.all(buyers.map((buyer, index) => shop(rig, buyer, random(index), 'pays late')))
  await settleAll(rig).catch(() => undefined)
  expect(await differences(rig)).toContainEqual(expect.stringMatching(/taken \d+, returned 0; sold 0/))
})

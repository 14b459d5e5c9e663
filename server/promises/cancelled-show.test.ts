import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { selectCancellation } from '#server/features/cancellations/cancellations.sql.ts'
import { givenReservations } from '#server/testing/given-sales.ts'
import { provedTest } from '#server/testing/proving.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { givenBuyer, givenBuyers, insist, toOrder } from './buyers.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { seededRandomFor } from './seeded-random.ts'
import { startShopping } from './shopping.ts'
import { startTwoServerRig, type TwoServerRig } from './two-server-rig.ts'

const BUYERS = 12
/** The answer to customers of a cancelled show. */
const EXPECTED = '409 This show was cancelled.'

/** Cancels a show in the middle of its sale, while its servers are killed at random times. Returns the faults. */
async function cancelWithKills(kills: number): Promise<string[]> {
  const random = seededRandomFor('cancelled show')
  const rig = await startTwoServerRig()
  const { db, urls } = rig
  const show = await givenShow(db, { standing: 1_000_000 })
  await sellBefore(rig, show, counts.cancelledOrders)
  const buyers = await givenBuyers(db, BUYERS)
  const shopping = startShopping(buyers, (index) => ({ urls, show, random: random(index) }))
  const admin = await givenBuyer(db, await givenUser(db, { isAdmin: true }))
  const path = `/admin/shows/${show.showId}/cancellation`
  const answer = await insist(admin, { path, body: { reason: 'Fire.' } }, { urls, random: random('admin') })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.body}`)

  // Another run at once, as when a server counts as dead that is only slow.
  await enqueueRun(rig.owner, show)
  const moments = random('kills')
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(moments.between(50, 400))
    await rig.killServer(kill % 2 === 0 ? 0 : 1)
  }
  const { refusals } = await shopping.stop()
  const unexpected = refusals.filter((text) => text !== EXPECTED)
  await untilDone(rig, show)
  return [...unexpected, ...(await faultsOf(db, show))]
}

/** Sells one standing ticket to each of many customers. */
async function sellBefore({ db, urls }: TwoServerRig, show: Show, orders: number): Promise<void> {
  const userIds: UserId[] = []
  for (let count = 0; count < orders; count += 1) userIds.push(await givenUser(db))
  const reserved = [...(await givenReservations(db, show, { userIds, each: 1 }))]
  const random = seededRandomFor('sold before')('order')
  const order = async () => {
    for (let next = reserved.pop(); next; next = reserved.pop()) {
      const [userId, ticketIds] = next
      const { status, body } = await insist(await givenBuyer(db, userId), toOrder(ticketIds), { urls, random })
      if (status !== 201) throw new Error(`${status} ${body}`)
    }
  }
  await Promise.all(Array.from({ length: BUYERS }, order))
}

async function enqueueRun(owner: Db, { showId }: Show): Promise<void> {
  const payload = JSON.stringify({ showId })
  await sql`select from graphile_worker.add_job('refund-cancelled-show', payload => ${payload}::json)`.execute(owner)
}

/** Waits for the refunds. Counts the jobs of killed servers as dead at once instead of after a minute. */
async function untilDone({ db, owner }: TwoServerRig, show: Show): Promise<void> {
  while (!(await selectCancellation(db, show.showId))?.doneAt) {
    await sql`
      update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'
      where locked_at > now() - interval '1 minute'`.execute(owner)
    await sql`select from graphile_worker.add_job('resume-cancellations')`.execute(owner)
    await wait(1_000)
  }
}

/** Lists violations of the books, reservations that live, and tickets that are not refunded exactly once. */
async function faultsOf(db: Db, { showId }: Show): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('ticket %s: %s, refunded %s times', tickets.id, state, count(refunds.id)) as fault
    from tickets
    left join invoice_items on invoice_items.ticket_id = tickets.id
    left join invoices as refunds on refunds.id = invoice_items.invoice_id and refunds.invoice_type = 'CANCEL'
    where event_show_id = ${showId} and (state <> 'RESERVED' or reserved_until > shop_now())
    group by tickets.id, state having state <> 'REFUNDED' or count(refunds.id) <> 1`.execute(db)
  const violations = await selectViolations(db)
  return [...rows.map(({ fault }) => fault), ...violations.map(({ rule, detail }) => `${rule}: ${detail}`)]
}

provedTest(
  'refunds each ticket of a cancelled show once, over a running sale and killed servers',
  { timeout: TIMEOUT_MS },
  async () => {
    expect(await cancelWithKills(counts.cancellationKills)).toEqual([])
  },
)

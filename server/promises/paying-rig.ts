import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { selectViolations } from '#server/db/audit.sql.ts'
import type { Db } from '#server/db/connection.ts'
import type { Random } from '#server/demo/random.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { startStripeStandIn, type StripeStandIn } from '#server/testing/stripe-stand-in/start.ts'
import { givenShow, type Show } from '#server/testing/test-data.ts'
import { type Buyer, insist, toReserve } from './buyers.ts'
import { addPaymentSweeps, runWaitingJobs, selectPaymentBooks, selectUnsettled } from './paying-books.sql.ts'
import { type RigOptions, startTwoServerRig, type TwoServerRig } from './two-server-rig.ts'

const NO_LIMITS = { MAX_RESERVATIONS: '1000000', MAX_RESERVATIONS_PER_SHOW: '1000000' }
const QUIET_WITHIN_MS = 60_000

/** Two servers whose customers pay at a stand-in of Stripe, and a show to buy. */
export type PayingRig = TwoServerRig & { stripe: StripeStandIn; show: Show }

type PayingOptions = RigOptions & {
  /** Inserts a proxy between the servers and the stand-in. */
  lineToStripe?: (url: string) => Promise<string>
}

/** Starts the rig for one test. The stand-in sends its events twice and shuffled, to one of the servers. */
export async function startPayingRig({ lineToStripe, settings, ...options }: PayingOptions = {}): Promise<PayingRig> {
  const stripe = await startStripeStandIn()
  onTestFinished(() => stripe.stop())
  const rig = await startTwoServerRig({
    ...options,
    settings: {
      ...stripe.settings,
      ...(lineToStripe && { STRIPE_API_URL: await lineToStripe(stripe.url) }),
      ...NO_LIMITS,
      ...settings,
    },
  })
  await stripe.setWebhooks({ url: `${rig.urls[0]}/payments/stripe/events`, duplicates: 1, shuffleMs: 200 })
  return { ...rig, stripe, show: await givenShow(rig.db, { standing: 1_000_000 }) }
}

const ending = ['pays', 'pays', 'pays', 'leaves', 'gives up', 'pays late'] as const

/** Reserves two tickets, starts to pay and ends the payment in some way. Then refunds a ticket, or not. */
export async function shop(
  { stripe, show, urls }: PayingRig,
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

/** Waits until every payment has ended and every refund is paid. Throws when their number no longer falls. */
export async function settleAll({ db, owner }: PayingRig): Promise<void> {
  await shiftClock(owner, '30 minutes')
  let fewest = Infinity
  let deadline = 0
  for (;;) {
    await addPaymentSweeps(owner)
    await wait(500)
    await runWaitingJobs(owner)
    const rows = await selectUnsettled(db)
    const open = rows.filter(({ count }) => count > 0).map(({ what, count }) => `${count} ${what}`)
    if (open.length === 0) return
    const left = rows.reduce((sum, { count }) => sum + count, 0)
    if (left < fewest) deadline = Date.now() + QUIET_WITHIN_MS
    fewest = Math.min(fewest, left)
    if (Date.now() > deadline) throw new Error(`Still open: ${open.join(', ')}.`)
  }
}

/** Lists the differences between the books of the shop and those of the provider, in cents, and broken rules. */
export async function differences({ db, stripe }: PayingRig): Promise<string[]> {
  const ledger = new Map((await stripe.ledger()).map((payment) => [payment.payment, payment]))
  const rows = await selectPaymentBooks(db)
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

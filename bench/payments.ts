import { tokenSecret } from '#server/promises/buyers.ts'
import { startStripeStandIn } from '#server/testing/stripe-stand-in/start.ts'
import type { Measurement } from './shared/measure.ts'
import { PayingCustomers } from './payments/paying-customers.ts'
import { withShopProcesses } from './shared/shop-processes.ts'

const SEEN_GOAL_SECONDS = { withWebhook: 2, without: 5 }
/** Payments whose customers wait for their tickets. */
const WAITING = 60
const [orders = 500, payments = 2_000] = process.argv.slice(2).map(Number)

// The server, PostgreSQL and the stand-in of Stripe are processes of their own. Machines differ and are shared, so
// orders whose payment is simulated are measured in the same run.
const settings = { JWT_SECRET: tokenSecret, MAX_RESERVATIONS: '100000', MAX_RESERVATIONS_PER_SHOW: '100000' }
const stripe = await startStripeStandIn()
try {
  console.log(`${orders} orders of one ticket, 16 at once\n`)
  await withShopProcesses({ settings }, async ({ db, ports }) => {
    const customers = await PayingCustomers.open({ db, url: urlOf(ports), stripe })
    print(await customers.orderSimulated(orders))
  })
  await withShopProcesses({ settings: { ...settings, ...stripe.settings } }, async ({ db, ports }) => {
    const url = urlOf(ports)
    const customers = await PayingCustomers.open({ db, url, stripe }, orders + 2 * WAITING + payments)
    print(await customers.payOrders(orders))

    console.log('\nFrom the payment at the provider to the ticket on the page, 4 at once\n')
    await stripe.setWebhooks({ url: `${url}/payments/stripe/events` })
    printSeen(await customers.waitForTickets('with webhook', WAITING), SEEN_GOAL_SECONDS.withWebhook)
    await stripe.setWebhooks({})
    printSeen(await customers.waitForTickets('without webhook', WAITING), SEEN_GOAL_SECONDS.without)

    console.log(`\nCancelling a show with ${payments} payments\n`)
    const { seconds, violations } = await customers.refundShow(payments)
    const rate = (payments / seconds).toFixed(1)
    console.log(`paid back in ${seconds.toFixed(1)} s, ${rate} refunds/s; ${violations} violations of the books`)
    if (violations > 0) process.exitCode = 1
  })
} finally {
  await stripe.stop()
}

function urlOf([port]: readonly number[]): string {
  return `http://127.0.0.1:${port}/api/v1`
}

function print({ name, perSecond, medianMs, p95Ms }: Measurement): void {
  const times = `median ${medianMs.toFixed(0).padStart(5)} ms   p95 ${p95Ms.toFixed(0).padStart(5)} ms`
  console.log(`${name.padEnd(24)} ${perSecond.toFixed(1).padStart(6)}/s   ${times}`)
}

function printSeen({ name, medianMs, p95Ms }: Measurement, goalSeconds: number): void {
  const isWithinGoal = p95Ms <= goalSeconds * 1_000
  const times = `median ${(medianMs / 1_000).toFixed(2)} s   p95 ${(p95Ms / 1_000).toFixed(2)} s (goal ${goalSeconds} s)`
  console.log(`${isWithinGoal ? '✓' : '✗'} ${name.padEnd(22)} ${times}`)
}

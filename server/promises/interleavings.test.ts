import { expect, onTestFinished, test } from 'vitest'
import type { Random } from '#server/demo/random.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import { provedTest } from '#server/testing/proving.ts'
import { type StripeStandIn, startStripeStandIn } from '#server/testing/stripe-stand-in/start.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { type Buyer, givenBuyer } from './buyers.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import type { Answer } from './http-client.ts'
import { flows, sendFlow } from './interleaving/flows.ts'
import { type Choose, interleave } from './interleaving/interleave.ts'
import { paymentFlows, paymentsOf, sendPaymentFlow } from './interleaving/payment-flows.ts'
import { givenPaymentWorld, selectPaymentWorld } from './interleaving/payment-world.sql.ts'
import { Orders, permutations, serially } from './interleaving/orders.ts'
import { dropJobs, givenSmallWorld, selectSmallWorld } from './interleaving/small-world.sql.ts'
import { startStatementGate, type StatementGate } from './interleaving/statement-gate.ts'
import type { Mutant } from './mutant.sql.ts'
import { seededRandomFor } from './seeded-random.ts'
import type { SourceMutant } from './source-mutant.ts'
import { startTwoServerRig, type TwoServerRig } from './two-server-rig.ts'

type Rig = TwoServerRig & { gate: StatementGate; admin: Buyer; stripe?: StripeStandIn }
type Removed = { mutant?: Mutant; sourceMutant?: SourceMutant }

/** Starts two servers whose transactions can be stopped before each statement. With a stand-in, customers pay there. */
async function startGatedRig(removed: Removed = {}, stripe?: StripeStandIn): Promise<Rig> {
  let gate: StatementGate | undefined
  const rig = await startTwoServerRig({
    ...removed,
    ...(stripe && { settings: stripe.settings }),
    lineTo: async (databaseUrl) => {
      const url = new URL(databaseUrl)
      gate = await startStatementGate({ host: url.hostname, port: Number(url.port) })
      url.port = String(gate.port)
      return url.href
    },
  })
  if (!gate) throw new Error('The rig has no gate.')
  await dropJobs(rig.owner)
  return {
    ...rig,
    gate,
    ...(stripe && { stripe }),
    admin: await givenBuyer(rig.db, await givenUser(rig.db, { isAdmin: true })),
  }
}

/** Makes a new world for flows. Returns what sends them, and what reads the world afterwards. */
async function prepare({ db, urls, admin, stripe }: Rig, names: readonly string[]) {
  const route = (send: (name: string, url: string) => Promise<Answer>) =>
    names.map((name, index) => {
      const server = index % 2 === 0 ? 0 : 1
      return { server, send: () => send(name, urls[server]) }
    })
  if (stripe) {
    const world = await givenPaymentWorld({ db, admin, stripe, url: urls[0] }, paymentsOf(names))
    const requests = route((name, url) => sendPaymentFlow(name, world, url))
    return { requests, read: () => selectPaymentWorld(db, world) }
  }
  const world = await givenSmallWorld(db, admin, urls[0])
  const requests = route((name, url) => sendFlow(name, world, url))
  return { requests, read: () => selectSmallWorld(db, world) }
}

/** Runs flows in a new world. Returns the order of their statements, and the answers with the state afterwards. */
async function run(rig: Rig, names: readonly string[], choose: Choose) {
  const { gate, db, stripe } = rig
  const { requests, read } = await prepare(rig, names)
  const hasFurther = stripe !== undefined
  const { order, answers, isDeadlocked } = await interleave({ gate, db, requests, hasFurther }, choose)
  const failures = answers.filter(({ status }) => status >= 500).map(({ status, body }) => `${status} ${body}`)
  const outcome = describe(names, answers, await read())
  return { order, outcome, failures: isDeadlocked ? ['deadlock', ...failures] : failures }
}

/**
 * Runs flows in a new world, each sent after the answer to the one before. A server that completes orders of a customer
 * one after the other gives some sequences only in this way. Returns the answers with the state afterwards.
 */
async function runApart(rig: Rig, names: readonly string[], sequence: readonly number[]): Promise<string> {
  const { gate, db, stripe } = rig
  const { requests, read } = await prepare(rig, names)
  const answers: Answer[] = []
  for (const index of sequence) {
    const request = requests[index] as (typeof requests)[number]
    const alone = { gate, db, requests: [request], hasFurther: stripe !== undefined }
    answers[index] = (await interleave(alone, serially([0]))).answers[0] as Answer
  }
  return describe(names, answers, await read())
}

const describe = (names: readonly string[], answers: readonly Answer[], state: readonly string[]) =>
  [...answers.map(({ status }, index) => `${names[index]}: ${status}`), ...state].join('\n')

type Group = { names: readonly string[]; orders: number; random: Random }

/**
 * Runs flows in different orders of their statements. Returns the number of orders and the faults: outcomes that no
 * sequence of the whole flows has, deadlocks, failed requests, and violations of the audit.
 */
async function explore(rig: Rig, { names, orders, random }: Group) {
  const faults: string[] = []
  const serial = new Set<string>()
  for (const sequence of permutations(names.length)) {
    serial.add((await run(rig, names, serially(sequence))).outcome)
    serial.add(await runApart(rig, names, sequence))
  }
  const drawn = new Orders(random)
  let count = 0
  while (count < orders && !drawn.isExhausted && faults.length === 0) {
    const { order, outcome, failures } = await run(rig, names, drawn.begin())
    drawn.end()
    count += 1
    const label = `${names.join(' | ')}, order ${order}`
    faults.push(...failures.map((failure) => `${label}: ${failure}`))
    if (!serial.has(outcome)) faults.push([label, outcome, 'expected one of:', ...serial].join('\n'))
  }
  faults.push(...(await selectViolations(rig.db)).map(({ rule, detail }) => `${names.join(' | ')}: ${rule}: ${detail}`))
  return { count, faults }
}

const pairsOf = (all: readonly string[]) =>
  all.flatMap((first, index) => all.slice(index).map((second) => [first, second]))

/** Chooses different items at random, or all. */
function sample<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  const left = [...items]
  return Array.from(
    { length: Math.min(count, items.length) },
    () => left.splice(random.whole(0, left.length - 1), 1)[0] as Item,
  )
}

/** `orders`: the most orders of statements of each pair and triple. */
type Counts = { of: string; pairs: number; triples: number; orders: number }

/** Explores random pairs and triples of requests. Returns the faults. */
async function exploreGroups(
  rig: Rig,
  all: readonly string[],
  { of, pairs, triples, orders }: Counts,
): Promise<string[]> {
  const random = seededRandomFor(of)
  const groups = [
    ...sample(pairsOf(all), pairs, random('pairs')),
    ...Array.from({ length: triples }, (_, index) => sample(all, 3, random(`triple ${index}`))),
  ]
  const faults: string[] = []
  let total = 0
  for (const names of groups) {
    const found = await explore(rig, { names, orders, random: random(names.join()) })
    total += found.count
    faults.push(...found.faults)
  }
  process.stdout.write(`${of}: ${total} orders of ${groups.length} groups of transactions\n`)
  expect(total).toBeGreaterThanOrEqual(groups.length)
  return faults
}

test(
  'gives concurrent transactions an outcome of one after the other, in any order of their statements',
  { timeout: TIMEOUT_MS },
  async () => {
    const { interleavedPairs: pairs, interleavedTriples: triples, interleavings: orders } = counts
    const rig = await startGatedRig()
    expect(await exploreGroups(rig, Object.keys(flows), { of: 'interleavings', pairs, triples, orders })).toEqual([])
  },
)

async function startPayingRig(removed?: Removed): Promise<Rig> {
  const stripe = await startStripeStandIn()
  onTestFinished(() => stripe.stop())
  return startGatedRig(removed, stripe)
}

provedTest(
  'gives concurrent steps of payments an outcome of one after the other, in any order of their statements',
  { timeout: TIMEOUT_MS },
  async () => {
    const { interleavedPayments: pairs, interleavedPaymentTriples: triples, paymentInterleavings: orders } = counts
    const rig = await startPayingRig()
    const chosen = { of: 'interleaved payments', pairs, triples, orders }
    expect(await exploreGroups(rig, Object.keys(paymentFlows), chosen)).toEqual([])
  },
)

// Control: the checks above detect a shop without the safeguard.

test(
  'control: an order that locks its tickets after checking them sells a cancelled one',
  { timeout: TIMEOUT_MS },
  async () => {
    const rig = await startGatedRig({ mutant: 'lock after check' })
    // The gate stops transactions. Ada cancels by a single statement, an administrator by a transaction.
    const names = ['Ada orders the whole cart', 'an administrator releases the standing place of Ada']
    const random = seededRandomFor('interleavings, locked late')('control')
    expect((await explore(rig, { names, orders: 200, random })).faults).not.toEqual([])
  },
)

test('control: payments that are read before the lock are booked twice', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startPayingRig({ sourceMutant: 'payments read before the lock' })
  const names = ['Ada asks about the money', 'an administrator asks about the money']
  const random = seededRandomFor('interleaved payments, read early')('control')
  expect((await explore(rig, { names, orders: 200, random })).faults).not.toEqual([])
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Random } from '#server/demo/random.ts'
import { type CuttingProxy, startCuttingProxy } from '#server/testing/cutting-proxy.ts'
import { type Buyer, givenBuyers } from './buyers.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { differences, settleAll, shop, startPayingRig } from './paying-rig.ts'
import { seededRandomFor } from './seeded-random.ts'
import type { SourceMutant } from './source-mutant.ts'

/** Customers that pay at once. */
const BUYERS = 16
const PAYMENTS_OF_BUYER = 20

type Rush = { orders: number; random: (actor: string | number) => Random; sourceMutant?: SourceMutant }

/**
 * Lets customers pay and refund while connections break: to the shop, from the shop to its database, and from the shop
 * to the provider. Returns the differences in the books after all of them have been settled.
 */
async function payOverCutLines({ orders, random, sourceMutant }: Rush) {
  const lines: CuttingProxy[] = []
  async function lineThatDies(target: string, share: number, shareOfCommits = share): Promise<string> {
    const url = new URL(target)
    const seed = String(random(`line ${lines.length}`).share())
    const line = await startCuttingProxy({ host: url.hostname, port: Number(url.port), seed, share, shareOfCommits })
    lines.push(line)
    url.port = String(line.port)
    return url.href.replace(/\/$/, '')
  }

  const rig = await startPayingRig({
    ...(sourceMutant && { sourceMutant }),
    lineTo: (databaseUrl) => lineThatDies(databaseUrl, 0.002, 0.05),
    lineToStripe: (url) => lineThatDies(url, 0.1),
  })
  const urls = (await Promise.all(rig.urls.map((url) => lineThatDies(url, 0.15)))) as [string, string]
  // A customer may open thirty payments without a pause.
  const buyers = await givenBuyers(rig.db, Math.max(BUYERS, Math.ceil(orders / PAYMENTS_OF_BUYER)))
  for (const line of lines) line.setCutting(true)
  await Promise.all(
    Array.from({ length: BUYERS }, async (_, index) => {
      const own = random(index)
      for (let count = index; count < orders; count += BUYERS) {
        await shop({ ...rig, urls }, buyers[count % buyers.length] as Buyer, own)
      }
    }),
  )
  for (const line of lines) line.setCutting(false)
  // A shop without the safeguard may never come to an end.
  await settleAll(rig).catch((error: unknown) => {
    if (!sourceMutant) throw error
  })
  const { rows } = await sql<{ taken: number; closed: number; refunds: number }>`
    select count(*) filter (where state = 'TAKEN') as taken, count(*) filter (where state = 'CLOSED') as closed,
      (select count(*) from refunds where state = 'DONE') as refunds
    from payments`.execute(rig.db)
  const cuts = await Promise.all(lines.map((line) => line.countCuts()))
  return { faults: await differences(rig), cuts, ...(rows[0] ?? { taken: 0, closed: 0, refunds: 0 }) }
}

test('charges and refunds nobody twice over broken connections', { timeout: TIMEOUT_MS }, async () => {
  const random = seededRandomFor('payments over cut lines')
  const { faults, cuts, taken, closed, refunds } = await payOverCutLines({
    orders: counts.paymentsOverCutLines,
    random,
  })
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const [ofDatabase = 0, ofProvider = 0, ...ofShop] = cuts.map((each) => sum(Object.values(each)))
  process.stdout.write(
    `payments over cut lines: ${taken} paid, ${closed} not paid, ${refunds} refunds; ${sum(ofShop)} cuts to the shop, ` +
      `${ofDatabase} to the database, ${ofProvider} to the provider\n`,
  )
  expect(faults).toEqual([])
  expect(Math.min(taken, closed, refunds, ofDatabase, ofProvider, sum(ofShop))).toBeGreaterThan(0)
})

// Control: the checks above detect a shop without the safeguard.

test('control: refunds under a new key per try are paid twice', { timeout: TIMEOUT_MS }, async () => {
  const random = seededRandomFor('payments over cut lines, new keys')
  const { faults } = await payOverCutLines({ orders: 60, random, sourceMutant: 'refunds under new keys' })
  expect(faults).not.toEqual([])
})

import { expect, test } from 'vitest'
import type { Random } from '#server/demo/random.ts'
import { type CuttingProxy, startCuttingProxy } from '#server/testing/cutting-proxy.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { givenBuyers } from './buyers.ts'
import { seededRandomFor } from './seeded-random.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { startTwoServerRig } from './two-server-rig.ts'
import type { Mutant } from './mutant.sql.ts'
import { buyTicket, faultsIn, type Answers } from './shopping.ts'

const BUYERS = 16

type Rush = { orders: number; random: (actor: string | number) => Random; mutant?: Mutant }
type Dying = { share: number; shareOfCommits?: number }

/** Lets buyers repeat their orders while connections to the shop and from the shop to its database are cut. */
async function rushOverCutLines({ orders, random, mutant }: Rush) {
  const lines: CuttingProxy[] = []
  async function lineThatDies(target: string, { share, shareOfCommits = share }: Dying): Promise<string> {
    const url = new URL(target)
    const seed = String(random(`line ${lines.length}`).share())
    const line = await startCuttingProxy({ host: url.hostname, port: Number(url.port), seed, share, shareOfCommits })
    lines.push(line)
    url.port = String(line.port)
    return url.href
  }

  const rig = await startTwoServerRig({
    ...(mutant ? { mutant } : {}),
    lineTo: (databaseUrl) => lineThatDies(databaseUrl, { share: 0.002, shareOfCommits: 0.15 }),
  })
  const urls = await Promise.all(rig.urls.map((url) => lineThatDies(url, { share: 0.2 })))
  const buyers = await givenBuyers(rig.db, BUYERS)
  const show = await givenShow(rig.db, { standing: 10_000_000 })
  const answers: Answers = { bought: [], refusals: [] }
  for (const line of lines) line.setCutting(true)
  await Promise.all(
    buyers.map(async (buyer, index) => {
      const own = random(index)
      for (let count = index; count < orders; count += BUYERS) {
        await buyTicket(buyer, answers, { urls, show, random: own, clicks: own.share() < 0.05 ? 10 : 1 })
      }
    }),
  )
  for (const line of lines) line.setCutting(false)
  const faults = await faultsIn(rig.db, answers)
  const cuts = await Promise.all(lines.map((line) => line.countCuts()))
  return { faults, cuts, ordered: new Set(answers.bought.map(({ ticketId }) => ticketId)).size }
}

test(
  'charges each order once and loses none over broken connections, clicked once or ten times',
  { timeout: TIMEOUT_MS },
  async () => {
    const orders = counts.ordersOverCutLines
    const { faults, ordered, cuts } = await rushOverCutLines({ orders, random: seededRandomFor('charged once') })
    expect(faults).toEqual([])
    expect(ordered).toBe(orders)
    expect(cuts.flatMap((ofLine) => Object.values(ofLine)).filter((times) => times === 0)).toEqual([])
  },
)

// Control: the checks above detect a shop without the safeguard.

test('control: storing keys after the commit repeats a request', { timeout: TIMEOUT_MS }, async () => {
  const random = seededRandomFor('charged once, keys forgotten')
  const { faults } = await rushOverCutLines({ orders: 200, random, mutant: 'keys forgotten' })
  expect(faults).toContainEqual(expect.stringMatching(/tickets for 200 wanted ones/))
})

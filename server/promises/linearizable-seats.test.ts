import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Random } from '#server/demo/random.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import { type CuttingProxy, startCuttingProxy } from '#server/testing/cutting-proxy.ts'
import { isLinearizable } from '#server/testing/linearizable.ts'
import { provedTest } from '#server/testing/proving.ts'
import { givenShow, type Show } from '#server/testing/test-data.ts'
import { type Buyer, givenBuyers, toOrder, toReserve } from './buyers.ts'
import { showsWithinTries } from './control.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import type { Answer } from './http-client.ts'
import type { Mutant } from './mutant.sql.ts'
import { freeSeat, operationOf, type SeatEvent, type SeatRequest } from './seat-register.ts'
import { seededRandomFor } from './seeded-random.ts'
import { startTwoServerRig, type TwoServerRig } from './two-server-rig.ts'

const CLIENTS = 8
const SEATS = 3
const OPERATIONS_OF_CLIENT = 25
const OPERATIONS_OF_ROUND = CLIENTS * OPERATIONS_OF_CLIENT
const ROUNDS_PER_KILL = 4
const TRY_AGAIN_MS = 15

type Rig = TwoServerRig & { lines: CuttingProxy[]; lineUrls: readonly string[]; buyers: readonly Buyer[] }

/** Starts two servers. Without a mutant, connections from clients and to the database can break. */
async function startRig(random: (actor: string) => Random, mutant?: Mutant): Promise<Rig> {
  const lines: CuttingProxy[] = []
  async function lineThatDies(target: string, rule: { share: number; shareOfCommits: number }): Promise<string> {
    const url = new URL(target)
    const seed = String(random(`line ${lines.length}`).share())
    const line = await startCuttingProxy({ host: url.hostname, port: Number(url.port), seed, ...rule })
    lines.push(line)
    url.port = String(line.port)
    return url.href
  }
  const settings = { MAX_RESERVATIONS: '100000', MAX_RESERVATIONS_PER_SHOW: '100000', DATABASE_POOL: '32' }
  const rig = mutant
    ? await startTwoServerRig({ settings, mutant })
    : await startTwoServerRig({ settings, lineTo: (url) => lineThatDies(url, { share: 0.002, shareOfCommits: 0.03 }) })
  const toServer = { share: 0.06, shareOfCommits: 0.06 }
  const lineUrls = mutant ? rig.urls : await Promise.all(rig.urls.map((url) => lineThatDies(url, toServer)))
  return { ...rig, lines, lineUrls, buyers: await givenBuyers(rig.db, CLIENTS) }
}

/** A show, and the histories of its seats. */
type Round = { rig: Rig; show: Show; histories: SeatEvent[][] }
type Known = { ticket: number; isBought: boolean }

/** One customer. Sends one request after the other, and remembers the tickets that the answers told. */
class Client {
  readonly #round: Round
  readonly #index: number
  readonly #random: Random
  readonly #known = new Map<number, Known>()

  constructor(round: Round, index: number, random: Random) {
    this.#round = round
    this.#index = index
    this.#random = random
  }

  async act(): Promise<void> {
    const luck = this.#random.share()
    if (luck < 0.25) return this.readAll()
    if (luck < 0.4) return this.#readOwn()
    const [seat, known] = this.#random.share() < 0.8 ? this.#pickKnown() : []
    if (seat === undefined || !known) return this.#reserve(this.#random.whole(0, SEATS - 1))
    const likely = known.isBought ? ('refund' as const) : this.#random.pick(['buy', 'cancel'] as const)
    const kind = this.#random.share() < 0.85 ? likely : this.#random.pick(['buy', 'cancel', 'refund'] as const)
    return this.#change(kind, seat, known)
  }

  #pickKnown(): [number, Known] | [] {
    return this.#known.size > 0 ? this.#random.pick([...this.#known]) : []
  }

  async #reserve(seat: number): Promise<void> {
    const { path, body } = toReserve(this.#round.show.showId, [this.#round.show.seatIds[seat] ?? 0])
    const { answer, ...times } = await this.#send('POST', path, body)
    const ticket = answer?.status === 201 ? Number(JSON.parse(answer.body).elements[0].id) : null
    this.#record(seat, times, { kind: 'reserve', status: answer?.status, ticket })
    if (ticket !== null) this.#known.set(seat, { ticket, isBought: false })
  }

  async #change(kind: 'buy' | 'cancel' | 'refund', seat: number, known: Known): Promise<void> {
    const { ticket } = known
    const requests = {
      buy: { method: 'POST', ...toOrder([ticket]) },
      cancel: { method: 'DELETE', path: `/tickets/${ticket}`, body: undefined },
      refund: { method: 'PUT', path: `/tickets/${ticket}/cancelation`, body: undefined },
    }
    const { method, path, body } = requests[kind]
    const { answer, ...times } = await this.#send(method, path, body)
    this.#record(seat, times, { kind, status: answer?.status, ticket })
    if (!answer) return
    if (kind === 'buy' && answer.status === 201) known.isBought = true
    else if (answer.status !== 409) this.#known.delete(seat)
  }

  async readAll(): Promise<void> {
    const { seatingPlanId, showId } = this.#round.show
    const path = `/tickets/reservations?seatingPlanId=${seatingPlanId}&eventShowId=${showId}`
    const { answer, ...times } = await this.#send('GET', path)
    if (!answer) return
    const taken = elementsOf(answer)
    for (const [seat, seatId] of this.#round.show.seatIds.entries()) {
      const found = taken.find(({ placeId }) => placeId === seatId)
      this.#record(seat, times, { kind: 'read', seen: found?.ticketState ?? 'FREE' })
    }
  }

  async #readOwn(): Promise<void> {
    const path = `/users/tickets?pageSize=100&eventShowId=${this.#round.show.showId}`
    const { answer, ...times } = await this.#send('GET', path)
    if (!answer) return
    const own = elementsOf(answer)
    this.#known.clear()
    for (const [seat, seatId] of this.#round.show.seatIds.entries()) {
      const found = own.find(({ placeId }) => placeId === seatId)
      const seen = found && { ticket: found.id, isBought: found.ticketState === 'BOUGHT' }
      if (seen) this.#known.set(seat, { ...seen })
      this.#record(seat, times, { kind: 'read own', seen })
    }
  }

  /** Repeats an unanswered request with its key at any server, or gives it up: then it may take effect at any time. */
  async #send(method: string, path: string, body?: object) {
    const { rig } = this.#round
    const buyer = rig.buyers[this.#index]
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const startedAt = performance.now()
    for (;;) {
      const url = this.#random.pick(rig.lineUrls)
      const answer = await buyer?.send(url, method, path, { body, headers }).catch(() => undefined)
      if (answer && answer.status !== 503) return { answer, startedAt, endedAt: performance.now() }
      if (this.#random.share() < 0.2) return { answer: undefined, startedAt, endedAt: Infinity }
      await wait(TRY_AGAIN_MS)
    }
  }

  #record(seat: number, { startedAt, endedAt }: { startedAt: number; endedAt: number }, request: SeatRequest): void {
    this.#round.histories[seat]?.push({ client: this.#index, startedAt, endedAt, request })
  }
}

type TicketElement = { id: number; placeId: number; ticketState: 'RESERVED' | 'BOUGHT' }

function elementsOf({ body }: Answer): TicketElement[] {
  return JSON.parse(body).elements
}

/** Lets all clients act on the seats of a new show. Returns the histories that are not linearizable. */
async function playRound(rig: Rig, random: (actor: string) => Random, name: string): Promise<string[]> {
  const show = await givenShow(rig.db, { seats: SEATS })
  const round: Round = { rig, show, histories: show.seatIds.map(() => []) }
  const clients = rig.buyers.map((_, index) => new Client(round, index, random(`${name}, client ${index}`)))
  await Promise.all(
    clients.map(async (client) => {
      for (let count = 0; count < OPERATIONS_OF_CLIENT; count += 1) await client.act()
    }),
  )
  await clients[0]?.readAll()
  return round.histories
    .filter((history) => !isLinearizable(history.map(operationOf), freeSeat))
    .map((history, seat) => [`${name}, seat ${seat}:`, ...history.map((event) => JSON.stringify(event))].join('\n'))
}

provedTest(
  'keeps the history of every seat linearizable at two servers, over killed servers and broken connections',
  { timeout: TIMEOUT_MS },
  async () => {
    const random = seededRandomFor('linearizable seats')
    const rig = await startRig(random)
    const rounds = Math.ceil(counts.seatOperations / OPERATIONS_OF_ROUND)
    let restart: Promise<void> | undefined
    for (const line of rig.lines) line.setCutting(true)
    for (let round = 0; round < rounds; round += 1) {
      if (round % ROUNDS_PER_KILL === 1) {
        await restart
        restart = rig.killServer(round % (2 * ROUNDS_PER_KILL) === 1 ? 0 : 1)
      }
      expect(await playRound(rig, random, `round ${round}`)).toEqual([])
    }
    for (const line of rig.lines) line.setCutting(false)
    await restart
    expect(await selectViolations(rig.db)).toEqual([])
  },
)

// Control: the checks above detect a shop without the safeguard.

test('control: a seat taken by a stale read is not linearizable', { timeout: TIMEOUT_MS }, async () => {
  const random = seededRandomFor('linearizable seats, stale')
  const rig = await startRig(random, 'look, then take the seat')
  await sql`drop index tickets_one_holder`.execute(rig.owner)
  let round = 0
  const isFound = await showsWithinTries(async () => {
    round += 1
    return (await playRound(rig, random, `round ${round}`)).length > 0
  })
  expect(isFound).toBe(true)
})

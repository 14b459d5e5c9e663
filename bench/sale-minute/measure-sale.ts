import { setTimeout as wait } from 'node:timers/promises'
import { COMPACT_STATE } from '#contract/compact-seating/media-types.ts'
import type { PlaceId, SeatingPlanId, ShowId } from '#domain/ids.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { type Random, randomFrom } from '#server/demo/random.ts'
import { tokensWith } from '#server/features/auth/tokens.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { insertCustomers } from './insert-customers.sql.ts'
import { type Answer, LinePool } from './line-pool.ts'

const BUYER_LINES = 256
const READER_LINES = 16
const READS_A_SECOND = 20
/** When people try again whom the shop refused as busy, as the page of a show does. */
const TRY_AGAIN_MS = { from: 2_000, to: 6_000 }
/** How often a person tries to reserve a seat, such as again after the end of a pass. */
const MOST_TRIES = 5

const anOrder = { userPaymentInfoDto: { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }, paymentType: 'VISA' }

export type Sale = {
  db: Db
  ports: readonly number[]
  secret: string
  people: number
  places: number
  /** The time in which the people arrive. */
  seconds: number
}

/** Latencies in milliseconds, and what became of the sale. */
export type SaleResult = {
  sold: number
  soldTwice: number
  served: readonly number[]
  readers: readonly number[]
  waitedMs: readonly number[]
  faults: ReadonlyMap<number, number>
  busy: number
  violations: number
  seconds: number
}

type Show = { showId: ShowId; seatingPlanId: SeatingPlanId; seatIds: readonly PlaceId[] }
type Person = { from: number; authorization: string }

/**
 * Lets people arrive at a show like a Poisson process: open it, wait for their turn, look at its seats, reserve one and
 * buy it.
 */
export async function measureSale({ db, ports, secret, people, places, seconds }: Sale): Promise<SaleResult> {
  const show = await givenShow(db, { seats: places })
  const accounts = await givenAccounts(db, { people, secret })
  const buyers = await LinePool.open(ports, { count: Math.min(BUYER_LINES, people), network: 40 })
  const readers = await LinePool.open(ports, { count: READER_LINES, network: 60 })
  const random = randomFrom('a sale')
  const run = new SaleRun(show, buyers, random)
  const end = new AbortController()
  const reading = readOn(readers, end.signal)
  const startedAt = performance.now()
  let at = 0
  await Promise.all(
    accounts.map((authorization, from) => {
      at += (-Math.log(1 - random.share()) * seconds * 1_000) / people
      return wait(at).then(() => run.visit({ from, authorization }))
    }),
  )
  const lasted = (performance.now() - startedAt) / 1_000
  end.abort()
  const readersMs = await reading
  buyers.close()
  readers.close()
  const { served, waitedMs, faults, busy } = run
  const books = { ...(await countSold(db, show.showId)), violations: (await selectViolations(db)).length }
  return { ...books, served, waitedMs, faults, busy, readers: readersMs, seconds: lasted }
}

/** Creates accounts with sessions, and returns the headers of their requests. */
async function givenAccounts(db: Db, { people, secret }: Pick<Sale, 'people' | 'secret'>): Promise<string[]> {
  const tokens = tokensWith(secret)
  const customers = await insertCustomers(db, people)
  return customers.map((customer) => `Bearer ${tokens.sign({ ...customer, isAdmin: false, isStaff: false })}`)
}

class SaleRun {
  readonly served: number[] = []
  readonly waitedMs: number[] = []
  readonly faults = new Map<number, number>()
  busy = 0
  readonly #show: Show
  readonly #lines: LinePool
  readonly #random: Random
  readonly #free: PlaceId[]

  constructor(show: Show, lines: LinePool, random: Random) {
    this.#show = show
    this.#lines = lines
    this.#random = random
    this.#free = [...show.seatIds]
  }

  /** Visits the page of the show, and buys a seat while there are any. Gives up after some refusals. */
  async visit(person: Person): Promise<void> {
    const path = `/eventshows/${this.#show.showId}`
    await this.#send({ ...person, method: 'GET', path })
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      await this.#arrive(person)
      if (this.#free.length === 0 || (await this.#buy(person))) return
    }
  }

  /** Waits for the turn. */
  async #arrive(person: Person): Promise<void> {
    const path = `/eventshows/${this.#show.showId}/waiting-place`
    const arrivedAt = performance.now()
    for (;;) {
      const arrival = await this.#send({ ...person, method: 'POST', path })
      const { state, number = 0 } = JSON.parse(arrival.body) as { state: string; number?: number }
      if (state === 'ADMITTED' || state === 'OPEN') break
      await this.#untilAdmitted(person, number)
    }
    this.waitedMs.push(performance.now() - arrivedAt)
  }

  /** Looks at the line as often as a page does. */
  async #untilAdmitted({ from }: Person, number: number): Promise<void> {
    for (;;) {
      const { body } = await this.#send({ from, method: 'GET', path: `/eventshows/${this.#show.showId}/line` })
      const { admittedNumber, peopleAMinute } = JSON.parse(body) as { admittedNumber: number; peopleAMinute: number }
      if (number <= admittedNumber) return
      await wait(Math.min(20_000, Math.max(2_000, ((number - admittedNumber) * 60_000) / peopleAMinute / 20)))
    }
  }

  /** Looks at the seats and buys one. Returns false if the shop refuses the reservation, as after the end of a pass. */
  async #buy(person: Person): Promise<boolean> {
    const { showId, seatingPlanId } = this.#show
    const seats = `/tickets/reservations?eventShowId=${showId}&seatingPlanId=${seatingPlanId}`
    await this.#send({ ...person, method: 'GET', path: seats, accept: COMPACT_STATE })
    const [seat] = this.#free.splice(this.#random.whole(0, this.#free.length - 1), 1)
    if (seat === undefined) return false
    const body = { eventShowId: showId, seatingPlanPlaceIds: [seat] }
    const reserved = await this.#send({ ...person, method: 'POST', path: '/tickets', body })
    if (reserved.status !== 201) {
      this.#free.push(seat)
      return false
    }
    this.served.push(reserved.ms)
    const { elements } = JSON.parse(reserved.body) as { elements: { id: number }[] }
    const order = { ...anOrder, ticketIds: elements.map(({ id }) => id), merchandiseIds: [] }
    const ordered = await this.#send({ ...person, method: 'POST', path: '/orders', body: order })
    if (ordered.status === 201) this.served.push(ordered.ms)
    else this.#noteFault(ordered.status)
    return true
  }

  /** Sends a request, again after a pause if the shop refuses it as busy. Notes other faults of the server. */
  async #send(sent: Parameters<LinePool['send']>[0]): Promise<Answer> {
    for (;;) {
      const answer = await this.#lines.send(sent)
      if (answer.status < 500) return answer
      if (answer.status === 503) this.busy += 1
      else this.#noteFault(answer.status)
      await wait(this.#random.whole(TRY_AGAIN_MS.from, TRY_AGAIN_MS.to))
    }
  }

  #noteFault(status: number): void {
    this.faults.set(status, (this.faults.get(status) ?? 0) + 1)
  }
}

/** Reads other pages of the shop until the sale is over. Returns the latencies. */
async function readOn(lines: LinePool, signal: AbortSignal): Promise<number[]> {
  const latencies: number[] = []
  const reads: Promise<unknown>[] = []
  for (let read = 0; !signal.aborted; read += 1) {
    const path = ['/eventshows/programme', '/events?pageSize=10', '/news', '/eventshows?when=coming'][read % 4] ?? ''
    reads.push(lines.send({ from: read, method: 'GET', path }).then(({ ms }) => latencies.push(ms)))
    await wait(1_000 / READS_A_SECOND)
  }
  await Promise.all(reads)
  return latencies
}

/** Counts the sold tickets of the show, and the places that more than one of them holds. */
async function countSold(db: Db, showId: ShowId): Promise<{ sold: number; soldTwice: number }> {
  const rows = await db
    .selectFrom('tickets')
    .select(({ fn }) => ['place_id', fn.countAll<number>().as('tickets')])
    .where('event_show_id', '=', showId)
    .where('state', '=', 'BOUGHT')
    .groupBy('place_id')
    .execute()
  const sold = rows.reduce((sum, { tickets }) => sum + Number(tickets), 0)
  return { sold, soldTwice: rows.filter(({ tickets }) => Number(tickets) > 1).length }
}

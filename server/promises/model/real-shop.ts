import { cents } from '#domain/money.ts'
import type { ShowId, UserId } from '#domain/ids.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { type Buyer, givenBuyer } from '../buyers.ts'
import { type Answer, httpClientAt, nextAddress } from '../http-client.ts'
import type { TwoServerRig } from '../two-server-rig.ts'
import { DAY, GIFT, type ModelCustomer, type ModelShow, PRICE_PERCENT, ShopModel } from './shop-model.ts'

/** The password of the customers of a new run. */
export const PASSWORD = 'first password'

type Sent = { body?: unknown; key?: string }

/** The servers of a rig, as the commands of a model run use them. */
export class RealShop {
  readonly rig: TwoServerRig
  readonly #admin: Buyer
  readonly #client = httpClientAt(nextAddress())
  #restart: Promise<void> | undefined
  #downIndex: 0 | 1 | undefined
  /** The shop's clock when the current run began, in minutes before or after real time. */
  #runBeganAt = 0
  #latest = 0
  /** Number of killed servers. */
  kills = 0

  constructor(rig: TwoServerRig, admin: Buyer) {
    this.rig = rig
    this.#admin = admin
  }

  /** Returns the address of a server, or of the other one while this one restarts. */
  urlOf(index: 0 | 1): string {
    return this.rig.urls[this.#downIndex === index ? ((1 - index) as 0 | 1) : index]
  }

  send(index: 0 | 1, method: string, path: string, { token, body, key }: Sent & { token?: string }): Promise<Answer> {
    const headers = {
      ...(token === undefined ? {} : { authorization: token }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }
    return this.#client(`${this.urlOf(index)}${path}`, { method, body, headers })
  }

  administer(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.#admin.send(this.urlOf(0), method, path, { body })
  }

  /** Kills a server and restarts it in the background. Does nothing while another kill is under way. */
  kill(index: 0 | 1): void {
    if (this.#restart) return
    this.kills += 1
    this.#downIndex = index
    this.#restart = this.rig.killServer(index).then(() => {
      this.#restart = undefined
      this.#downIndex = undefined
    })
  }

  /** Waits for the restart of a killed server. */
  async restarted(): Promise<void> {
    await this.#restart
  }

  /** Sets the shop's clock to a number of minutes after the run began. */
  async setClock(minutes: number): Promise<void> {
    this.#latest = this.#runBeganAt + minutes
    await shiftClock(this.rig.owner, `${this.#latest} minutes`)
  }

  /** Begins a run with new shows, products and customers, a day after the previous one. */
  async begin(passwordHash: string): Promise<ShopModel> {
    const { db } = this.rig
    this.#runBeganAt = this.#latest + DAY
    await this.setClock(0)
    const shows: ModelShow[] = []
    for (const [startsAt, price] of [
      [2 * DAY, 4_550],
      [10 * DAY, 1_999],
    ] as const) {
      const given = { seats: 4, standing: 4, price, pricePercent: PRICE_PERCENT, startsIn: `${startsAt} minutes` }
      const { showId: id, seatIds, standingPlaceId: standingId } = await givenShow(db, given)
      shows.push({ id, startsAt, price, seatIds, standingId, capacity: 4 })
    }
    const products = []
    for (const product of [
      { price: 1_290, points: 30, stock: 6, itemsPerCustomer: 4 },
      { price: 550, points: 0, stock: 6, itemsPerCustomer: 4 },
    ]) {
      products.push({ ...product, id: await givenProduct(db, product), isOnSale: true })
    }
    const model = new ShopModel(shows, products)
    for (const _ of [0, 1]) {
      const id = await givenUser(db, { passwordHash, points: GIFT })
      const customer = model.addCustomer({ id, email: await this.#emailOf(id), password: PASSWORD }, GIFT)
      const { authorization } = await givenBuyer(db, id)
      model.addSession(customer, authorization, Infinity)
    }
    return model
  }

  async #emailOf(id: UserId): Promise<string> {
    const row = await this.rig.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()
    return row.email
  }

  async logIn(index: 0 | 1, model: ShopModel, customer: ModelCustomer): Promise<Answer> {
    const { email, password } = customer
    const answer = await this.send(index, 'POST', '/authentication', { body: { email, password } })
    if (answer.status === 200) model.addSession(customer, answer.body)
    return answer
  }

  async planOf({ id }: ModelShow): Promise<number> {
    const row = await this.rig.db
      .selectFrom('event_shows')
      .select('seating_plan_id as planId')
      .where('id', '=', id as ShowId)
      .executeTakeFirstOrThrow()
    return row.planId
  }

  /** Changes the price of a show in the database, because no call does. */
  async changeShowPrice({ id }: ModelShow, price: number): Promise<void> {
    await this.rig.owner
      .updateTable('event_shows')
      .set({ price: cents(price) })
      .where('id', '=', id as ShowId)
      .execute()
  }
}

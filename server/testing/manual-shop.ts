import { sql } from 'kysely'
import type { PaymentId, UserId } from '#domain/ids.ts'
import { doJobs } from './jobs.ts'
import { userPaymentInfoDto } from './paying-shop.ts'
import { openTestShop } from './shop.ts'
import { givenShow, givenUser, type Show } from './test-data.ts'

const settings = {
  PAYMENTS: 'desk,transfer',
  BANK_IBAN: 'AT48 3200 0000 1234 5864',
  BANK_OWNER: 'Foyer GmbH',
}

const TYPES = { desk: 'DESK', transfer: 'TRANSFER' } as const
type Method = keyof typeof TYPES

/** Opens a test shop whose customers pay at the box office or by bank transfer, with further settings. */
export async function openManualShop(further: Record<string, string> = {}) {
  const shop = await openTestShop({ ...settings, ...further })
  const { ask, db, owner } = shop

  /** Reserves places and returns the ids of their tickets. */
  async function reserve(as: UserId, { showId }: Show, places: readonly (number | undefined)[]): Promise<number[]> {
    const body = { eventShowId: showId, seatingPlanPlaceIds: places }
    return (await ask('POST', '/tickets', { as, body })).json().elements.map(({ id }: { id: number }) => id)
  }

  /** Starts to pay by a method. */
  function start(as: UserId, method: Method, items: object) {
    return ask('POST', '/payments', { as, body: { userPaymentInfoDto, paymentType: TYPES[method], method, ...items } })
  }

  /** Creates a customer whose payment of a seat and a standing place is open, of a show in ten days. */
  async function givenOpenPayment(method: Method, of?: { show: Show; places: readonly (number | undefined)[] }) {
    const ada = await givenUser(db)
    const show = of?.show ?? (await givenShow(db, { price: 4_550, startsIn: '10 days' }))
    const ticketIds = await reserve(ada, show, of?.places ?? [show.seatIds[0], show.standingPlaceId])
    const payment = (await start(ada, method, { ticketIds })).json()
    const id: PaymentId = payment.id
    return { ada, show, ticketIds, id, payment }
  }

  /** Reads a payment as its customer. */
  const paymentOf = async (as: UserId, id: PaymentId) => (await ask('GET', `/payments/${id}`, { as })).json()

  /** Runs the jobs that the scheduler would enqueue each minute, and returns the mails. */
  async function sweep() {
    await sql`select from graphile_worker.add_job('sweep-payments')`.execute(owner)
    return doJobs(shop)
  }

  return { ...shop, reserve, start, givenOpenPayment, paymentOf, sweep }
}

export type ManualShop = Awaited<ReturnType<typeof openManualShop>>

import type { OwnTicket } from '#contract/ticket-codes.ts'
import type { TicketId, UserId } from '#domain/ids.ts'
import type { Mail } from '#server/gateways/mailer.ts'
import { doJobs } from './jobs.ts'
import { openTestShop, type TestShop } from './shop.ts'
import { givenShow, givenUser, type Show } from './test-data.ts'

/** Returns the token of the link in the mail that offers a ticket. */
export function offerTokenIn(mails: readonly Mail[]): string {
  const url = mails.find(({ subject }) => subject.startsWith('A ticket for you'))?.link?.url ?? 'http://none'
  return new URL(url).searchParams.get('token') ?? ''
}

/** Opens a test shop with a show, its customers Ada and Bea, and the calls about handing tickets on. */
export async function openTransferShop() {
  const shop = await openTestShop({ MAX_RESERVATIONS_PER_SHOW: '100', MAX_RESERVATIONS: '100' })
  const show = await givenShow(shop.db, { seats: 60 })
  const staff = await givenUser(shop.db, { isStaff: true })
  const ada = await givenUser(shop.db, { email: 'ada@foyer.example', firstName: 'Ada' })
  const bea = await givenUser(shop.db, { email: 'bea@foyer.example', firstName: 'Bea' })
  const facts = { show, staff, ada, bea }
  return { ...shop, ...facts, ...transferCalls(shop, facts) }
}

export type TransferShop = Awaited<ReturnType<typeof openTransferShop>>

type Facts = { show: Show; staff: UserId; ada: UserId; bea: UserId }

function transferCalls(shop: TestShop, { show, staff, ada, bea }: Facts) {
  const { ask, db } = shop
  let used = 0

  /** Buys the next seat of the show. */
  async function buy(as = ada): Promise<TicketId> {
    used += 1
    const body = { eventShowId: show.showId, seatingPlanPlaceIds: show.seatIds.slice(used - 1, used) }
    const reserved = (await ask('POST', '/tickets', { as, body })).json<{ elements: { id: TicketId }[] }>()
    const ticketIds = reserved.elements.map(({ id }) => id)
    const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
    const order = { ticketIds, merchandiseIds: [], userPaymentInfoDto, paymentType: 'VISA' }
    const { statusCode, body: answer } = await ask('POST', '/orders', { as, body: order })
    if (statusCode !== 201) throw new Error(answer)
    return ticketIds[0] as TicketId
  }

  const offer = (id: TicketId, as = ada, email = 'bea@foyer.example') =>
    ask('POST', `/tickets/${id}/transfers`, { as, body: { email } })
  const withdraw = (id: TicketId, as = ada) => ask('DELETE', `/tickets/${id}/transfers`, { as })
  const accept = (token: string, as = bea) => ask('POST', `/ticket-transfers/${token}/acceptance`, { as })
  const refund = (id: TicketId, as = ada) => ask('PUT', `/tickets/${id}/cancelation`, { as })
  const newCode = (id: TicketId, as = ada) => ask('POST', `/tickets/${id}/codes`, { as })
  const own = async (id: TicketId, as = ada) => (await ask('GET', `/tickets/${id}`, { as })).json<OwnTicket>()

  /** Asks the box office about a code. */
  async function verdictOf(code: string | null): Promise<string> {
    const body = { code: code ?? '' }
    const reply = await ask('POST', `/admin/shows/${show.showId}/ticket-checks`, { as: staff, body })
    return reply.json<{ verdict: string }>().verdict
  }

  /** Buys and offers a ticket. Returns it and the token of the mail. */
  async function offered(as = ada) {
    const id = await buy(as)
    const { statusCode, body } = await offer(id, as)
    if (statusCode !== 204) throw new Error(body)
    return { id, token: offerTokenIn(await doJobs(shop)) }
  }

  const stateOf = (id: TicketId) =>
    db
      .selectFrom('tickets')
      .select(['state', 'issue', 'holder_id as holderId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  return { buy, offer, withdraw, accept, refund, newCode, own, verdictOf, offered, stateOf }
}

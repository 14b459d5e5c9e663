import { selectViolations } from '#server/db/audit.sql.ts'
import type { Db } from '#server/db/connection.ts'
import type { Random } from '#server/demo/random.ts'
import type { Show } from '#server/testing/given.ts'
import { type Answer, type Buyer, insist, toOrder, toReserve } from './buyers.ts'

/** What customers were told: the invoice of each ticket, and every refusal, of which there should be none. */
export type Told = { bought: { userId: number; ticketId: number; invoiceId: number }[]; refusals: string[] }

type Trip = { urls: readonly string[]; show: Show; random: Random; clicks?: number }

/** Reserves a standing place and orders it, with as many clicks at once as wanted, insisting on every answer. */
export async function buyTicket(buyer: Buyer, told: Told, { urls, show, random, clicks = 1 }: Trip): Promise<void> {
  const line = { urls, random }
  const reserved = await insist(buyer, toReserve(show.showId, [show.standingPlaceId]), line)
  if (reserved.status !== 201) return refused(told, reserved)
  const ticketIds: number[] = JSON.parse(reserved.body).elements.map(({ id }: { id: number }) => id)
  await orderTicket(buyer, told, { urls, random, clicks, ticketId: ticketIds[0] ?? 0 })
}

type Checkout = Omit<Trip, 'show'> & { ticketId: number }

/** Orders a reserved ticket, insisting on every answer. */
export async function orderTicket(
  buyer: Buyer,
  told: Told,
  { urls, random, ticketId, clicks = 1 }: Checkout,
): Promise<void> {
  const key = crypto.randomUUID()
  const answers = await Promise.all(
    Array.from({ length: clicks }, () => insist(buyer, toOrder([ticketId]), { urls, random, key })),
  )
  for (const answer of answers) {
    if (answer.status !== 201) refused(told, answer)
    else told.bought.push({ userId: buyer.userId, ticketId, invoiceId: JSON.parse(answer.body).id })
  }
}

function refused({ refusals }: Told, { status, body }: Answer): void {
  refusals.push(`${status} ${body}`)
}

/** Buyers who buy one ticket after the other until they are stopped. */
export function startShopping(buyers: readonly Buyer[], trip: (index: number) => Trip) {
  const told: Told = { bought: [], refusals: [] }
  let isOver = false
  const shopping = Promise.all(
    buyers.map(async (buyer, index) => {
      const trips = trip(index)
      while (!isOver) await buyTicket(buyer, told, trips)
    }),
  )
  shopping.catch(() => undefined)
  return {
    told,
    stop: async (): Promise<Told> => {
      isOver = true
      await shopping
      return told
    },
  }
}

/** What the database knows differently from what the customers were told: lost, half, double, or out of balance. */
export async function faultsIn(db: Db, { bought, refusals }: Told): Promise<string[]> {
  const tickets = await db.selectFrom('tickets').select(['id', 'user_id', 'state', 'invoice_id']).execute()
  const invoices = await db.selectFrom('invoices').select('id').execute()
  const kept = new Map(tickets.map((ticket) => [Number(ticket.id), ticket]))
  const lost = bought.filter(({ userId, ticketId, invoiceId }) => {
    const ticket = kept.get(ticketId)
    return ticket?.state !== 'BOUGHT' || ticket.user_id !== userId || ticket.invoice_id !== invoiceId
  })
  const wishes = new Set(bought.map(({ ticketId }) => ticketId)).size
  const violations = await selectViolations(db)
  return [
    ...new Set(refusals),
    ...(lost.length > 0 ? [`${lost.length} confirmed orders are lost`] : []),
    ...(tickets.length === wishes ? [] : [`${tickets.length} tickets for ${wishes} wishes`]),
    ...(invoices.length === wishes ? [] : [`${invoices.length} invoices for ${wishes} wishes`]),
    ...violations.map(({ rule, detail }) => `${rule}: ${detail}`),
  ]
}

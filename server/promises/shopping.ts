import { selectViolations } from '#server/db/audit.sql.ts'
import type { Db } from '#server/db/connection.ts'
import type { Random } from '#server/demo/random.ts'
import type { Show } from '#server/testing/test-data.ts'
import { type Buyer, insist, toOrder, toReserve } from './buyers.ts'
import type { Answer } from './http-client.ts'

/** A confirmed order. Times are in milliseconds since 1970. */
type Bought = { userId: number; ticketId: number; invoiceId: number; sentAt: number; answeredAt: number }

/** The answers to customers: the invoice of each ticket, and unexpected refusals. */
export type Answers = { bought: Bought[]; refusals: string[] }

type Trip = { urls: readonly string[]; show: Show; random: Random; clicks?: number }

/** Reserves a standing place and orders it with a number of concurrent clicks, repeating until answered. */
export async function buyTicket(
  buyer: Buyer,
  answers: Answers,
  { urls, show, random, clicks = 1 }: Trip,
): Promise<void> {
  const line = { urls, random }
  const reserved = await insist(buyer, toReserve(show.showId, [show.standingPlaceId]), line)
  if (reserved.status !== 201) return refused(answers, reserved)
  const ticketIds: number[] = JSON.parse(reserved.body).elements.map(({ id }: { id: number }) => id)
  await orderTicket(buyer, answers, { urls, random, clicks, ticketId: ticketIds[0] ?? 0 })
}

type Checkout = Omit<Trip, 'show'> & { ticketId: number }

/** Orders a reserved ticket, repeating until answered. */
export async function orderTicket(
  buyer: Buyer,
  answers: Answers,
  { urls, random, ticketId, clicks = 1 }: Checkout,
): Promise<void> {
  const key = crypto.randomUUID()
  const sentAt = Date.now()
  const replies = await Promise.all(
    Array.from({ length: clicks }, () => insist(buyer, toOrder([ticketId]), { urls, random, key })),
  )
  const times = { sentAt, answeredAt: Date.now() }
  for (const reply of replies) {
    if (reply.status !== 201) refused(answers, reply)
    else answers.bought.push({ userId: buyer.userId, ticketId, invoiceId: JSON.parse(reply.body).id, ...times })
  }
}

function refused({ refusals }: Answers, { status, body }: Answer): void {
  refusals.push(`${status} ${body}`)
}

/** Starts buyers that buy tickets until stopped. */
export function startShopping(buyers: readonly Buyer[], trip: (index: number) => Trip) {
  const answers: Answers = { bought: [], refusals: [] }
  let isOver = false
  const shopping = Promise.all(
    buyers.map(async (buyer, index) => {
      const trips = trip(index)
      while (!isOver) await buyTicket(buyer, answers, trips)
    }),
  )
  shopping.catch(() => undefined)
  return {
    answers,
    stop: async (): Promise<Answers> => {
      isOver = true
      await shopping
      return answers
    },
  }
}

/** Compares the database with the answers: lost, partial or double orders, and audit violations. */
export async function faultsIn(db: Db, { bought, refusals }: Answers): Promise<string[]> {
  const tickets = await db.selectFrom('tickets').select(['id', 'user_id', 'state', 'invoice_id']).execute()
  const invoices = await db.selectFrom('invoices').select('id').execute()
  const kept = new Map(tickets.map((ticket) => [Number(ticket.id), ticket]))
  const lost = bought.filter(({ userId, ticketId, invoiceId }) => {
    const ticket = kept.get(ticketId)
    return ticket?.state !== 'BOUGHT' || ticket.user_id !== userId || ticket.invoice_id !== invoiceId
  })
  const wanted = new Set(bought.map(({ ticketId }) => ticketId)).size
  const violations = await selectViolations(db)
  return [
    ...new Set(refusals),
    ...(lost.length > 0 ? [`${lost.length} confirmed orders are lost`] : []),
    ...(tickets.length === wanted ? [] : [`${tickets.length} tickets for ${wanted} wanted ones`]),
    ...(invoices.length === wanted ? [] : [`${invoices.length} invoices for ${wanted} wanted ones`]),
    ...violations.map(({ rule, detail }) => `${rule}: ${detail}`),
  ]
}

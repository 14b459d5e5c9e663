import * as z from 'zod/mini'
import { invoice } from '#contract/invoices.ts'
import { personalData } from '#contract/personal-data.ts'
import { viewedTicket } from '#contract/tickets.ts'
import type { InvoiceId, TicketId, UserId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/connection.ts'
import { LONGEST_WAIT_MS } from '#server/db/connection-shares.ts'
import { selectNow } from '#server/db/now.ts'
import { selectCartLines } from '#server/features/cart/cart.sql.ts'
import { FairQueue } from '#server/concurrency/fair-queue.ts'
import { selectInvoiceIds, selectInvoicesById } from '#server/features/invoices/invoices.sql.ts'
import { asViewed, MAX_TICKETS, selectTicketIds, selectTickets } from '#server/features/tickets/tickets.sql.ts'
import type { Caller } from '#server/http/serve.ts'
import { withoutConnection } from '#server/concurrency/without-connection.ts'
import { getUserDetail } from './get-user-detail.ts'
import {
  selectAccountMoments,
  selectCreatedProducts,
  selectPayments,
  selectPointsEntries,
  selectReadNews,
  selectScansOfHolder,
  selectSessions,
  selectTicketTransfers,
  selectUploadedImages,
  selectWaitingPlaces,
} from './personal-data.sql.ts'

/** Invoices that are read and written at once. An account may have tens of thousands. */
const INVOICES_AT_ONCE = 200

const withoutLongLists = z.omit(personalData, { tickets: true, invoices: true })

// Parts of all exports are made one after the other, so that they take a share of the server and no more.
const parts = new FairQueue({ maxWaiting: 500, maxWaitMs: LONGEST_WAIT_MS, retryAfterSeconds: 2 })

type Context = Pick<AppContext, 'db' | 'settings'>

/** `counted` does work that takes much of the processor. */
type Sending = { network: string; counted: <Result>(work: () => Result) => Result }

/**
 * Reads everything that the shop stores about a user, and writes it as one JSON document, in parts. Leaves out hashes
 * of passwords and sessions. One read after the other, so that an export takes one connection, and in turns of client
 * networks.
 */
export async function* exportPersonalData(
  context: Context,
  caller: Caller,
  { network, counted }: Sending,
): AsyncGenerator<string> {
  const { db } = context
  yield await withoutConnection(() => parts.run(network, () => writeFirstPart(context, caller, counted)))
  yield '"tickets":['
  const { userId } = caller
  const ticketIds = await selectTicketIds(db, { userId })
  let isFirst = true
  for (let from = 0; from < ticketIds.length; from += MAX_TICKETS) {
    const some = { userId, ids: ticketIds.slice(from, from + MAX_TICKETS) }
    const written = await parts.run(network, () => writeTickets(db, some, counted))
    // None may be live any more.
    if (written === '') continue
    yield isFirst ? written : `,${written}`
    isFirst = false
  }
  yield '],"invoices":['
  const ids = await selectInvoiceIds(db, caller.userId)
  for (let from = 0; from < ids.length; from += INVOICES_AT_ONCE) {
    const some = ids.slice(from, from + INVOICES_AT_ONCE)
    const written = await parts.run(network, () => writeInvoices(db, some, counted))
    yield from === 0 ? written : `,${written}`
  }
  yield ']}'
}

async function writeFirstPart(context: Context, caller: Caller, counted: Sending['counted']): Promise<string> {
  const { db } = context
  const { userId } = caller
  const detail = await getUserDetail(context, caller)
  const moments = await selectAccountMoments(db, userId)
  const cartLines = await selectCartLines(db, { userIds: [userId] })
  const data = {
    exportedAt: await selectNow(db),
    user: { ...detail, ...moments },
    sessions: await selectSessions(db, userId),
    ticketTransfers: await selectTicketTransfers(db, userId),
    scans: await selectScansOfHolder(db, userId),
    waitingPlaces: await selectWaitingPlaces(db, userId),
    cart: cartLines.map(({ product, quantity, usePoints }) => ({ product: product.name, quantity, usePoints })),
    payments: await selectPayments(db, userId),
    points: await selectPointsEntries(db, userId),
    uploadedImages: await selectUploadedImages(db, userId),
    createdProducts: await selectCreatedProducts(db, userId),
    readNews: await selectReadNews(db, userId),
  }
  return counted(() => `${JSON.stringify(withoutLongLists.parse(data)).slice(0, -1)},`)
}

async function writeTickets(
  db: Db,
  some: { userId: UserId; ids: readonly TicketId[] },
  counted: Sending['counted'],
): Promise<string> {
  const tickets = await selectTickets(db, some)
  return counted(() => tickets.map((each) => JSON.stringify(viewedTicket.parse(asViewed(each)))).join(','))
}

async function writeInvoices(db: Db, ids: readonly InvoiceId[], counted: Sending['counted']): Promise<string> {
  const invoices = await selectInvoicesById(db, ids)
  return counted(() => invoices.map((each) => JSON.stringify(invoice.parse(each))).join(','))
}

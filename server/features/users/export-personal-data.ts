import * as z from 'zod/mini'
import { invoice } from '#contract/invoices.ts'
import { personalData, placeInLine } from '#contract/personal-data.ts'
import { viewedTicket } from '#contract/tickets.ts'
import type { AppContext } from '#server/context.ts'
import { LONGEST_WAIT_MS } from '#server/db/connection-shares.ts'
import { selectNow } from '#server/db/now.ts'
import { selectCartLines } from '#server/features/cart/cart.sql.ts'
import { FairQueue } from '#server/concurrency/fair-queue.ts'
import { selectInvoiceIds, selectInvoicesById } from '#server/features/invoices/invoices.sql.ts'
import { asViewed, MAX_TICKETS, selectTicketIds, selectTickets } from '#server/features/tickets/tickets.sql.ts'
import type { Caller } from '#server/http/serve.ts'
import { withoutConnection } from '#server/concurrency/without-connection.ts'
import type { Counted } from '#server/http/limits/answer-costs.ts'
import { getUserDetail } from './get-user-detail.ts'
import {
  selectAccountMoments,
  selectCreatedProducts,
  selectPayments,
  selectPlacesInLine,
  selectPointsEntries,
  selectReadNews,
  selectScansOfHolder,
  selectSessions,
  selectShowsOfPlaces,
  selectTicketTransfers,
  selectUploadedImages,
} from './personal-data.sql.ts'

/** Entries of a long list that are read and written at once. An account may have tens of thousands. */
const AT_ONCE = { waitingPlaces: 1_000, tickets: MAX_TICKETS, invoices: 200 }

const withoutLongLists = z.omit(personalData, { waitingPlaces: true, tickets: true, invoices: true })

// Parts of all exports are made one after the other, so that they take a share of the server and no more.
const parts = new FairQueue({ maxWaiting: 500, maxWaitMs: LONGEST_WAIT_MS, retryAfterSeconds: 2 })

type Context = Pick<AppContext, 'db' | 'settings'>

/** `counted` does work that takes much of the processor. */
type Sending = { network: string; counted: Counted }

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
  const { userId } = caller

  /** Writes a list by the ids of its entries. `write` leaves out those that are deleted meanwhile. */
  async function* list<Id>(
    name: keyof typeof AT_ONCE,
    ids: readonly Id[],
    write: (some: readonly Id[]) => Promise<string[]>,
  ): AsyncGenerator<string> {
    yield `,"${name}":[`
    let isFirst = true
    for (let from = 0; from < ids.length; from += AT_ONCE[name]) {
      const written = await parts.run(network, () => write(ids.slice(from, from + AT_ONCE[name])))
      if (written.length === 0) continue
      yield isFirst ? written.join(',') : `,${written.join(',')}`
      isFirst = false
    }
    yield ']'
  }

  yield await withoutConnection(() => parts.run(network, () => writeFirstPart(context, caller, counted)))
  yield* list('waitingPlaces', await selectShowsOfPlaces(db, userId), async (shows) => {
    const places = await selectPlacesInLine(db, userId, shows)
    return counted(() => places.map((each) => JSON.stringify(placeInLine.parse(each))))
  })
  yield* list('tickets', await selectTicketIds(db, { userId }), async (ids) => {
    const tickets = await selectTickets(db, { userId, ids })
    return counted(() => tickets.map((each) => JSON.stringify(viewedTicket.parse(asViewed(each)))))
  })
  yield* list('invoices', await selectInvoiceIds(db, userId), async (ids) => {
    const invoices = await selectInvoicesById(db, ids)
    return counted(() => invoices.map((each) => JSON.stringify(invoice.parse(each))))
  })
  yield '}'
}

/** Writes all but the long lists, without the end of the document. */
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
    cart: cartLines.map(({ product, quantity, usePoints }) => ({ product: product.name, quantity, usePoints })),
    payments: await selectPayments(db, userId),
    points: await selectPointsEntries(db, userId),
    uploadedImages: await selectUploadedImages(db, userId),
    createdProducts: await selectCreatedProducts(db, userId),
    readNews: await selectReadNews(db, userId),
  }
  return counted(() => JSON.stringify(withoutLongLists.parse(data)).slice(0, -1))
}

import type { PersonalData } from '#contract/personal-data.ts'
import type { AppContext } from '#server/context.ts'
import { selectNow } from '#server/db/now.ts'
import { selectCartLines } from '#server/features/cart/cart.sql.ts'
import { selectInvoices } from '#server/features/invoices/invoices.sql.ts'
import { asViewed, selectTickets } from '#server/features/tickets/tickets.sql.ts'
import type { Caller } from '#server/http/serve.ts'
import { getUserDetail } from './get-user-detail.ts'
import {
  selectAccountMoments,
  selectCreatedProducts,
  selectPayments,
  selectPointsEntries,
  selectReadNews,
  selectSessions,
  selectTicketTransfers,
  selectUploadedImages,
} from './personal-data.sql.ts'

const ALL = { pageIndex: 0, pageSize: 1_000_000 }

/**
 * Reads everything that the shop stores about a user. Leaves out hashes of passwords and sessions. One read after the
 * other, so that an export takes one connection.
 */
export async function exportPersonalData(
  context: Pick<AppContext, 'db' | 'settings'>,
  caller: Caller,
): Promise<PersonalData> {
  const { db } = context
  const { userId } = caller
  const detail = await getUserDetail(context, caller)
  const moments = await selectAccountMoments(db, userId)
  const cartLines = await selectCartLines(db, { userId })
  return {
    exportedAt: await selectNow(db),
    user: { ...detail, ...moments },
    sessions: await selectSessions(db, userId),
    tickets: (await selectTickets(db, { userId })).map(asViewed),
    ticketTransfers: await selectTicketTransfers(db, userId),
    cart: cartLines.map(({ product, quantity, usePoints }) => ({ product: product.name, quantity, usePoints })),
    invoices: (await selectInvoices(db, userId, ALL)).elements,
    payments: await selectPayments(db, userId),
    points: await selectPointsEntries(db, userId),
    uploadedImages: await selectUploadedImages(db, userId),
    createdProducts: await selectCreatedProducts(db, userId),
    readNews: await selectReadNews(db, userId),
  }
}

import type { TicketId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { ticketFileName } from '#domain/tickets/ticket-file-name.ts'
import { applePassOf } from '#domain/wallets/apple-pass.ts'
import { googleTicketOf } from '#domain/wallets/google-ticket.ts'
import type { WalletTicket } from '#domain/wallets/wallet-ticket.ts'
import type { AppContext } from '#server/context.ts'
import { selectNow } from '#server/db/now.ts'
import { type MailedTicket, selectBoughtTicket } from '#server/features/mail/mailed-items.sql.ts'
import { printedTickets, printingShop } from './printable-tickets.ts'

type Request = { id: TicketId; userId: UserId }
/** The parts of the shop that make passes. */
type Maker = Pick<AppContext, 'db' | 'tokens' | 'settings' | 'wallets'>

/** Makes the pass of a ticket that a customer has. Throws `not_found` for another ticket, or without Apple Wallet. */
export async function getApplePass(context: Maker, { id, userId }: Request): Promise<Uint8Array> {
  const { apple } = context.wallets
  const ticket = apple && (await selectBoughtTicket(context.db, userId, id))
  if (!ticket || ticket.hasLiveCodes) throw problem('not_found', { what: 'pass' })
  const pass = applePassOf(await walletTicket(context, ticket), printingShop(context.settings))
  return apple.makePass(pass)
}

/** Signs the link to a ticket that a customer has. Throws `not_found` for another ticket, or without Google Wallet. */
export async function getGoogleWalletLink(context: Maker, { id, userId }: Request): Promise<{ href: string }> {
  const { db, settings } = context
  const { google } = context.wallets
  const ticket = google && (await selectBoughtTicket(db, userId, id))
  if (!ticket || ticket.hasLiveCodes) throw problem('not_found', { what: 'pass' })
  const saved = googleTicketOf(await walletTicket(context, ticket), printingShop(settings), google.issuerId)
  return { href: google.linkTo(saved, await selectNow(db)) }
}

/** The most passes that a mail carries. Each has some kilobytes, and a phone opens them one by one. */
const MAX_MAILED_PASSES = 5

/** Returns the function that makes the passes of a mail: none without Apple Wallet, nor of more than five tickets. */
export function passMaker(
  context: Maker,
): (tickets: readonly MailedTicket[]) => Promise<{ name: string; file: Uint8Array }[]> {
  const { apple } = context.wallets
  return async (tickets) => {
    if (!apple || tickets.length > MAX_MAILED_PASSES) return []
    const passes = []
    for (const ticket of tickets) {
      const pass = applePassOf(await walletTicket(context, ticket), printingShop(context.settings))
      passes.push({ name: ticketFileName([ticket]), file: await apple.makePass(pass) })
    }
    return passes
  }
}

async function walletTicket(context: Maker, ticket: MailedTicket): Promise<WalletTicket> {
  const { issue, startsAt, endsAt, showVersion } = ticket
  const [printed] = await printedTickets(context, [ticket])
  if (!printed) throw new Error('A ticket was not printed.')
  return { ...printed, issue, startsAt, endsAt, showVersion }
}

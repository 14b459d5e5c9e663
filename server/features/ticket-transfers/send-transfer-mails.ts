import type { PageSearch } from '#contract/page-search.ts'
import { pages } from '#contract/pages.ts'
import { greetingName } from '#domain/greeting-name.ts'
import { placeText } from '#domain/tickets/places.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { refusalOfHandover } from '#domain/tickets/ticket-transfers.ts'
import type { AppContext } from '#server/context.ts'
import { hashOfToken, newToken } from '#server/gateways/random-tokens.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { selectTransferFacts, updateToken } from './ticket-transfers.sql.ts'

type Sender = Pick<AppContext, 'db' | 'settings'> & { mailer: Mailer }
type Facts = NonNullable<Awaited<ReturnType<typeof selectTransferFacts>>>

/** The end of an offer. */
export type TransferNews = { id: number; kind: 'accepted' | 'declined' | 'withdrawn' }

/** Sends the link of an offer, which is made now and stored as a hash. Sends nothing if the offer has ended. */
export async function sendTicketOffer({ db, settings, mailer }: Sender, mailId: string, id: number): Promise<void> {
  const facts = await selectTransferFacts(db, id)
  // The address is cleared with the account that offered the ticket.
  if (!facts?.toEmail || refusalOfHandover(facts, facts.now)) return
  const token = newToken()
  if (!(await updateToken(db, id, hashOfToken(token)))) return
  const search = new URLSearchParams({ token } satisfies PageSearch<'ticketTransfer'>)
  await mailer.send({
    id: mailId,
    to: { firstName: '', email: facts.toEmail },
    subject: `A ticket for you: ${facts.eventTitle}`,
    paragraphs: [
      `${nameOf(facts.fromFirstName)} would like to give you a ticket. Open the link to accept or to decline it.`,
      'The offer ends when the show starts. If you do not know the sender, ignore this email.',
    ],
    cards: [cardOf(facts)],
    link: { label: 'See the ticket', url: `${publicUrl(settings, pages.ticketTransfer.href())}?${search}` },
  })
}

/** Tells both sides what became of an offer. Sends nothing to deleted accounts. */
export async function sendTransferNews(
  { db, settings, mailer }: Sender,
  mailId: string,
  { id, kind }: TransferNews,
): Promise<void> {
  const facts = await selectTransferFacts(db, id)
  if (!facts) return
  const link = { label: 'Your tickets', url: publicUrl(settings, pages.ownTickets.href()) }
  const giver = await selectUser(db, facts.fromUser)
  const receiver = facts.toUser ? await selectUser(db, facts.toUser) : undefined
  const { toGiver, toReceiver } = newsTexts(facts, kind)
  if (giver && toGiver) {
    await mailer.send({ id: `${mailId}-giver`, to: giver, ...toGiver, cards: [cardOf(facts)], link })
  }
  // A withdrawn offer may never have been mailed.
  if (!toReceiver || !facts.isMailed) return
  if (receiver) {
    await mailer.send({ id: `${mailId}-receiver`, to: receiver, ...toReceiver, cards: [cardOf(facts)], link })
  } else if (kind === 'withdrawn' && facts.toEmail) {
    const to = { firstName: '', email: facts.toEmail }
    await mailer.send({ id: `${mailId}-receiver`, to, ...toReceiver, cards: [cardOf(facts)] })
  }
}

type Texts = { subject: string; paragraphs: string[] }

function newsTexts(
  { eventTitle, fromFirstName, toFirstName }: Facts,
  kind: TransferNews['kind'],
): { toGiver?: Texts; toReceiver?: Texts } {
  const [giver, receiver] = [nameOf(fromFirstName), nameOf(toFirstName)]
  switch (kind) {
    case 'accepted':
      return {
        toGiver: {
          subject: `Your ticket was accepted: ${eventTitle}`,
          paragraphs: [
            `${receiver} has accepted your ticket. Your code for it is no longer valid.`,
            'Invoice, points and the right to a refund stay yours. To return the ticket, ask for it back first.',
          ],
        },
        toReceiver: {
          subject: `Your ticket from ${giver}: ${eventTitle}`,
          paragraphs: ['The ticket below is now yours. Its code is on your ticket page.'],
        },
      }
    case 'declined':
      return {
        toGiver: {
          subject: `Your ticket was declined: ${eventTitle}`,
          paragraphs: ['The person to whom you offered the ticket below has declined it. It stays yours.'],
        },
      }
    case 'withdrawn':
      return {
        toReceiver: {
          subject: `A ticket is no longer offered: ${eventTitle}`,
          paragraphs: [`${giver} has withdrawn the offer of the ticket below.`],
        },
      }
  }
}

/** Returns a name as a mail to somebody else may use it: text that is no plain name could be an advertisement. */
function nameOf(firstName: string | null): string {
  return greetingName(firstName ?? '') || 'Somebody'
}

function cardOf({ eventTitle, showName, startsAt, timeZone, locationName, ...place }: Facts) {
  return {
    title: showNameOf({ eventTitle, name: showName }),
    facts: [showTimeText(startsAt, timeZone), locationName, placeText(place)],
  }
}

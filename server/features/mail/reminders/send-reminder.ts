import type { PageSearch } from '#contract/page-search.ts'
import { addressOf } from '#contract/endpoint.ts'
import { pages } from '#contract/pages.ts'
import { turnOffReminders } from '#contract/reminders.ts'
import type { AppContext } from '#server/context.ts'
import { cardsOf } from '../mail-cards.ts'
import { HOW_TO_SHOW_LIVE_CODES, isPrinted, PICK_UP, WHAT_TO_BRING } from '../sender.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { optOutToken } from './opt-out-token.ts'
import { type Reminder, selectTicketsToRemindOf } from './reminders.sql.ts'

type Sender = Pick<AppContext, 'db' | 'settings' | 'tokens'> & { mailer: Mailer }

/**
 * Sends the reminder of a show. Sends nothing if the customer has returned the tickets, turned reminders off or deleted
 * the account since, if the show has started, or to an address that its owner has yet to confirm.
 */
export async function sendReminder(
  { db, settings, tokens, mailer }: Sender,
  id: string,
  reminder: Reminder,
): Promise<void> {
  const user = await selectUser(db, reminder.to)
  if (!user?.wantsReminders || (settings.VERIFY_EMAIL && !user.emailVerifiedAt)) return
  const tickets = await selectTicketsToRemindOf(db, reminder)
  const [first] = tickets
  if (!first) return
  const token = optOutToken(tokens, reminder.to)
  const search = new URLSearchParams({ token } satisfies PageSearch<'reminders'>)
  await mailer.send({
    id,
    to: user,
    subject: `Your show: ${first.eventTitle}`,
    paragraphs: [
      `We look forward to seeing you at ${first.locationName}.`,
      PICK_UP,
      // All tickets are of one show.
      isPrinted(first) ? WHAT_TO_BRING : `What to bring: your phone. ${HOW_TO_SHOW_LIVE_CODES}`,
    ],
    cards: cardsOf({ tickets, products: [] }, reminder.to),
    link: { label: 'Your tickets', url: publicUrl(settings, pages.ownTickets.href()) },
    unsubscribe: {
      label: 'Turn off reminders',
      url: `${publicUrl(settings, pages.reminders.href())}?${search}`,
      oneClickUrl: publicUrl(settings, `/${addressOf(turnOffReminders, { params: { token } })}`),
    },
  })
}

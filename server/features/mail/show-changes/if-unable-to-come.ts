import type { UserId } from '#domain/ids.ts'
import type { MailedTicket } from '../mailed-items.sql.ts'

/** Says what the reader of a mail about changed shows can do with the tickets. `right`: what their buyer can do. */
export function ifUnableToCome(
  tickets: readonly Pick<MailedTicket, 'holderId'>[],
  reader: UserId,
  right: string,
): string {
  if (tickets.every(({ holderId }) => holderId === reader)) {
    return "If you can't make it, give the ticket back: the buyer can return it."
  }
  if (tickets.every(({ holderId }) => holderId !== null && holderId !== reader)) {
    return 'Others have your tickets now. You can return them once they have given them back.'
  }
  return `If you can't make it, ${right} You'll get your money back.`
}

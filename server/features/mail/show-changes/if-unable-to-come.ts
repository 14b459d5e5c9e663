import type { UserId } from '#domain/ids.ts'
import type { MailedTicket } from '../mailed-items.sql.ts'

type Told = Pick<MailedTicket, 'holderId' | 'isUsed'>

/**
 * Says what the reader of a mail about changed shows can do with the tickets. `right`: what their buyer can do with
 * those that were not used at the door.
 */
export function ifUnableToCome(tickets: readonly Told[], reader: UserId, right: string): string {
  const unused = tickets.filter(({ isUsed }) => !isUsed)
  if (unused.length === 0) return "Your tickets were used at the door, so they can't be returned."
  const unlessUsed = unused.length < tickets.length ? " Tickets that were used at the door can't be returned." : ''
  return `${ifUnused(unused, reader, right)}${unlessUsed}`
}

function ifUnused(tickets: readonly Told[], reader: UserId, right: string): string {
  if (tickets.every(({ holderId }) => holderId === reader)) {
    return "If you can't make it, give the ticket back: the buyer can return it."
  }
  if (tickets.every(({ holderId }) => holderId !== null && holderId !== reader)) {
    return 'Others have your tickets now. You can return them once they have given them back.'
  }
  return `If you can't make it, ${right} You'll get your money back.`
}

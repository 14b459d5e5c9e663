import type { UserId } from '#domain/ids.ts'
import type { MailedTicket } from '../mailed-items.sql.ts'

type Told = Pick<MailedTicket, 'holderId' | 'isUsed'>

/** The buyer's right to return tickets that were not used at the door. `isAfterShow`: it goes on after the show. */
type Right = { words: string; isAfterShow: boolean }

/** Says what the reader of a mail about changed shows can do with the tickets. `right`: that of their buyer. */
export function ifUnableToCome(tickets: readonly Told[], reader: UserId, right: Right): string {
  const unused = tickets.filter(({ isUsed }) => !isUsed)
  if (unused.length === 0) return "Your tickets were used at the door, so they can't be returned."
  const unlessUsed = unused.length < tickets.length ? " Tickets that were used at the door can't be returned." : ''
  return `${ifUnused(unused, reader, right)}${unlessUsed}`
}

function ifUnused(tickets: readonly Told[], reader: UserId, { words, isAfterShow }: Right): string {
  if (tickets.every(({ holderId }) => holderId === reader)) {
    return "If you can't make it, give the ticket back before the show starts: the buyer can return it."
  }
  const isGiven = ({ holderId }: Told) => holderId !== null && holderId !== reader
  const onceBack = `once they have given them back${isAfterShow ? ', or after the show' : ''}.`
  if (tickets.every(isGiven)) return `Others have your tickets now. You can return them ${onceBack}`
  const ofOthers = tickets.some(isGiven) ? ` Those that others have now: ${onceBack}` : ''
  return `If you can't make it, ${words}${ofOthers} You'll get your money back.`
}

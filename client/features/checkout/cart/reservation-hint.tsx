import { isLive, PICK_UP_MINUTES } from '#domain/tickets/reservations.ts'
import { durationText } from '#domain/time/time-text.ts'
import type { Ticket } from '#client/names/ticket-name.ts'
import { Deadline, Moment } from '#client/ui/moment.tsx'
import { texts } from '../checkout.texts.ts'

const SOON_SECONDS = 3_600

/** Shows the expiry of a reservation: as remaining time in the last hour of a shop that limits how long they last. */
export function ReservationHint({ ticket, now }: { readonly ticket: Ticket; readonly now: Date }) {
  const { reservedUntil, eventShow } = ticket
  if (!reservedUntil) return null
  if (ticket.paymentId !== undefined) return <BeingPaid until={reservedUntil} />
  if (isRunOut(ticket, now)) return texts.runOut
  const seconds = (Date.parse(reservedUntil) - now.getTime()) / 1_000
  if (isLimited(ticket) && seconds <= SOON_SECONDS)
    return texts.timeLeft(seconds < 60 ? texts.underAMinute : durationText(seconds))
  return (
    <>
      {texts.reservedUntil} <Moment at={reservedUntil} zone={eventShow.timeZone} />
    </>
  )
}

/** Shows until when a payment of an item can be made. */
export function BeingPaid({ until }: { readonly until: string }) {
  return (
    <>
      {texts.beingPaidUntil} <Deadline at={until} />
    </>
  )
}

/** Tells whether a reservation has expired. One that is being paid lasts until its payment ends. */
export function isRunOut({ reservedUntil, paymentId }: Pick<Ticket, 'reservedUntil' | 'paymentId'>, now: Date) {
  return paymentId === undefined && reservedUntil !== null && !isLive({ reservedUntil: new Date(reservedUntil) }, now)
}

/** Tells whether a reservation expires before its tickets would have to be picked up. */
function isLimited({ reservedUntil, eventShow }: Ticket): boolean {
  const pickUp = Date.parse(eventShow.startTime) - PICK_UP_MINUTES * 60_000
  return reservedUntil !== null && Date.parse(reservedUntil) < pickUp
}
